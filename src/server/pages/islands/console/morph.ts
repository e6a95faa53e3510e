/** Highlights new entries. */
const FRESH = "fresh";
/** Attributes that the reader changes: by opening or closing an element, and by dragging the divider. */
const own: Readonly<Record<string, readonly string[]>> = { DETAILS: ["open"], DIALOG: ["open"], HR: ["aria-valuenow"] };

const keyOf = (node: Node | null): string | undefined =>
  node instanceof HTMLElement || node instanceof SVGElement
    ? node.dataset.key || node.getAttribute("id") || undefined
    : undefined;

/**
 * Makes one tree equal to another but touches only the differences, so selection, scroll position, focus and typed
 * text stay. Matches list entries by `data-key`.
 */
export function morph(from: Element, to: Element): void {
  // The server has left out what is the same.
  if (to.hasAttribute("data-same")) return;
  const kept = own[from.nodeName] ?? [];
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !kept.includes(name) && !(name === "class" && from.classList.contains(FRESH)))
      from.removeAttribute(name);
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value && !kept.includes(name)) from.setAttribute(name, value);
  morphChildren(from, to);
}

function morphChildren(from: Element, to: Element): void {
  const keyed = new Map<string, Element>();
  for (const child of from.children) {
    const key = keyOf(child);
    if (key) keyed.set(key, child);
  }
  const wanted = new Set([...to.children].map(keyOf));
  const isGone = (node: Node): boolean => {
    const key = keyOf(node);
    return key !== undefined && !wanted.has(key);
  };
  let at = from.firstChild;
  for (const next of [...to.childNodes]) {
    while (at && isGone(at)) at = removed(at);
    const key = keyOf(next);
    const match = key ? keyed.get(key) : at && !keyOf(at) && at.nodeName === next.nodeName ? at : undefined;
    if (!match || match.nodeName !== next.nodeName) {
      from.insertBefore(made(next, key), at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else from.insertBefore(match, at);
    if (match instanceof Element) morph(match, next as Element);
    else if (match.nodeValue !== next.nodeValue) match.nodeValue = next.nodeValue;
  }
  while (at) at = removed(at);
}

function made(node: Node, key: string | undefined): Node {
  const copy = document.importNode(node, true);
  if (key && copy instanceof HTMLElement) copy.classList.add(FRESH);
  return copy;
}

function removed(node: ChildNode): ChildNode | null {
  const next = node.nextSibling;
  node.remove();
  return next;
}

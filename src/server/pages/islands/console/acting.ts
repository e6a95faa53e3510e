import { type ConsoleCommand, curlOf } from "./command-text.js";
import { commandOf } from "./commands.js";
import { refresh } from "./live.js";
import { type ShownResult, sendCommand } from "./send.js";

const { base = "", control = "", home = "" } = document.body.dataset;

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/** Runs buttons and forms: asks first if they destroy something, then calls, and then refreshes the page. */
export function actOnClicks(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button.act");
    if (button) void perform(button);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLElement;
    if (!form.matches("form.do")) return;
    event.preventDefault();
    void perform(form);
  });
  showHow();
}

/** Elements that wait for an answer, so that they aren't sent twice. */
const waiting = new WeakSet<HTMLElement>();

async function perform(element: HTMLElement): Promise<void> {
  if (waiting.has(element)) return;
  const command = commandOf(element);
  tellHow(command, element);
  waiting.add(element);
  try {
    if (command.ask !== undefined && !(await isConfirmed(command.ask))) return;
    const done = await sendCommand(command, control);
    if (element.classList.contains("forks") && done.lane) return location.assign(await repeatIn(done.lane, element));
    const link = linkOf(done);
    if (element.classList.contains("opens") && done.requestId && link) return location.assign(link.href);
    say(done.isGood ? done.text : byLabel(done.text, element), done.isGood, link);
  } finally {
    waiting.delete(element);
  }
  await refresh();
}

/** A message about a member of the body, such as "then.outcome: …", with the label of its field instead. */
function byLabel(text: string, form: HTMLElement): string {
  const member = /^([\w.]+): /.exec(text)?.[1];
  const field = [...form.querySelectorAll<HTMLInputElement>("[name]")].find(
    ({ name }) => name === member || member?.startsWith(`${name}.`),
  );
  const label = field?.labels?.[0]?.querySelector("span")?.textContent;
  if (!field || !label || !member) return text;
  field.focus();
  return `${label}${text.slice(member.length)}`.replace(`correct ${member}`, `Correct ${label}`);
}

function linkOf({ requestId, lane }: ShownResult) {
  if (requestId) return { href: `${home}/requests/${requestId}`, text: requestId };
  return lane === undefined ? undefined : { href: `${controlOf(lane)}/ui`, text: `open ${lane}` };
}

/** The path of another lane's control API. */
const controlOf = (lane: string): string => control.replace(/(\/lane\/[^/]+)?\/_sandbox$/, `/lane/${lane}/_sandbox`);

function isConfirmed(question: string): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>("ask");
  byId("ask-text").textContent = question;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** A longer text is copied without being shown, in characters. */
const SHOWN_MAX = 80;

const SAID_MS = 6000;
let silence: ReturnType<typeof setTimeout> | undefined;

/** Shows one line in the corner. A refusal stays until the next line. */
export function say(text: string, isGood: boolean, link?: { href: string; text: string }): void {
  const said = byId("said");
  clearTimeout(silence);
  said.className = isGood ? "said" : "said wrong";
  said.textContent = `${text} `;
  if (link) {
    const a = document.createElement("a");
    a.href = link.href;
    a.textContent = link.text;
    said.append(a);
  }
  if (isGood) silence = setTimeout(() => said.replaceChildren(), SAID_MS);
}

/** Shows the command of the element under the pointer before it is used. */
function showHow(): void {
  const look = (event: Event): void => {
    const acting = (event.target as Element).closest?.<HTMLElement>("button.act, form.do");
    if (acting) tellHow(commandOf(acting), acting);
  };
  document.addEventListener("focusin", look);
  document.addEventListener("input", look);
  document.addEventListener("pointerover", (event) => {
    // Moving the mouse to the copy buttons must not change the command to copy.
    if ((event.target as Element).closest?.("button.act, form.do button")) look(event);
  });
}

function tellHow(command: ConsoleCommand, { ariaLabel, textContent, nodeName }: HTMLElement): void {
  byId("how-of").textContent = ariaLabel ?? (nodeName === "FORM" ? "" : (textContent ?? ""));
  byId("curl").textContent = curlOf(command, base);
  byId("code").textContent = command.code;
}

/** Copies the text whose id a button names, or that it carries. */
export function copyOnClicks(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-copy], [data-text], [data-copies]");
    const { copy: id, text, copies } = button?.dataset ?? {};
    // A click on a name in folding JSON copies its path, and folds nothing.
    if (text !== undefined || copies !== undefined) event.preventDefault();
    if (copies !== undefined) void copyFrom(button as HTMLAnchorElement);
    else if (button && text !== undefined) void copy(button, text);
    else if (id) void copy(byId(id), byId(id).textContent ?? "");
  });
}

/** Copies the text at a link's address. Where that is forbidden, the link is followed: the text is shown. */
async function copyFrom({ href }: HTMLAnchorElement): Promise<void> {
  try {
    const answer = await fetch(href);
    if (!answer.ok) throw new Error(`expected a text, found ${answer.status}`);
    await navigator.clipboard.writeText(await answer.text());
    say("Copied", true);
  } catch {
    location.assign(href);
  }
}

async function copy(from: HTMLElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(text.length <= SHOWN_MAX ? `Copied ${text}` : "Copied", true);
  } catch {
    getSelection()?.selectAllChildren(from);
    say("The browser lets no script copy here: it is selected, press Ctrl+C", false);
  }
}

/** Repeats the call in the forked lane. Returns the address of the page that compares both results. */
async function repeatIn(lane: string, { dataset: { repeat = "{}", order = "" } }: HTMLElement): Promise<string> {
  const forked = controlOf(lane);
  const { requestId } = await sendCommand(JSON.parse(repeat), forked);
  if (order !== "") return `${home}/orders/compare?compare=${order}&compare=${order}&lane=${lane}`;
  return `${forked}/ui${requestId === undefined ? "" : `/requests/${requestId}`}`;
}

/** Shows an error at its field, as the server's page does. An empty text removes it. */
export function sayAt(input: HTMLInputElement, text: string): void {
  const id = `${input.id}-why`;
  const others = (input.getAttribute("aria-describedby") ?? "").split(" ").filter((name) => name && name !== id);
  if (text) {
    lineAt(input, id).textContent = text;
    input.setAttribute("aria-invalid", "true");
  } else {
    document.getElementById(id)?.remove();
    input.removeAttribute("aria-invalid");
  }
  const described = [...others, ...(text ? [id] : [])].join(" ");
  if (described) input.setAttribute("aria-describedby", described);
  else input.removeAttribute("aria-describedby");
}

export const isMarked = (input: HTMLInputElement): boolean => input.hasAttribute("aria-invalid");

function lineAt(input: HTMLInputElement, id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found) return found;
  const line = document.createElement("p");
  line.id = id;
  line.className = "why";
  input.closest(".f")?.append(line);
  return line;
}

import { type CardField, cardFields } from "../hosted/card-check.js";
import { caretAfter, digitsOf, typedCvc, typedExpiry, typedNumber } from "./typing.js";

export type CardInputs = Readonly<Record<CardField, HTMLInputElement>>;

/** The inputs of the page's card form. Undefined if the merchant accepts no cards. */
export function cardInputs(): CardInputs | undefined {
  const [number, holder, expiry, cvc] = cardFields.map((field) =>
    document.querySelector<HTMLInputElement>(`#card-${field}`),
  );
  return number && holder && expiry && cvc ? { number, holder, expiry, cvc } : undefined;
}

export function formatWhileTyping({ number, expiry, cvc }: CardInputs): void {
  format(number, typedNumber);
  format(expiry, typedExpiry);
  format(cvc, typedCvc);
}

/** Keeps the caret after the digit that was typed. */
function format(input: HTMLInputElement, formatted: (typed: string) => string): void {
  input.addEventListener("input", () => {
    const caret = input.selectionStart ?? input.value.length;
    const isAtEnd = caret === input.value.length;
    const digits = digitsOf(input.value.slice(0, caret)).length;
    const text = formatted(input.value);
    if (text === input.value) return;
    input.value = text;
    if (isAtEnd) return;
    const at = caretAfter(text, digits);
    input.setSelectionRange(at, at);
  });
}

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

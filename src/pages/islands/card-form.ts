import { brandOf } from "../../facts/card-number.js";
import { type CardField, type CardFormData, cardFaults, cardFields, cardOf } from "../hosted/card-check.js";
import { type CardInputs, cardInputs, formatWhileTyping } from "./card-inputs.js";
import { isMarked, sayAt } from "./field-error.js";
import { offerTestCards } from "./test-cards.js";
import { digitsOf } from "./typing.js";

/** Checks a card before it is sent, by the server's own rules, so that nothing typed is lost. */
export function checkCardForm(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-card-form]");
  const inputs = cardInputs();
  if (!form || !inputs) return;
  const data: CardFormData = JSON.parse(form.dataset.cardForm ?? "");
  const faultAt = (field: CardField): string => {
    const [number, expiry, cvc] = cardFields.map((name) => inputs[name].value) as [string, string, string];
    const fault = cardFaults(cardOf({ number, holder: "", expiry, cvc }), data)[field];
    return fault ? data.messages[fault] : "";
  };
  formatWhileTyping(inputs);
  showBrand(inputs.number, data);
  for (const field of cardFields) checkAgain(inputs[field], () => faultAt(field));
  form.addEventListener("submit", (event) => {
    if (!paysByCard(form)) return;
    for (const field of cardFields) sayAt(inputs[field], faultAt(field));
    const wrong = cardFields.map((field) => inputs[field]).find(isMarked);
    if (!wrong) return;
    event.preventDefault();
    sayAbove(form, data.messages.summary);
    wrong.focus();
  });
  offerTestCards(form, inputs);
}

/** On the card entry page there is no choice of methods. */
function paysByCard(form: HTMLFormElement): boolean {
  const chosen = form.querySelector<HTMLInputElement>("input[name=method]:checked");
  return !chosen || chosen.value === "CARD";
}

/** A field that was found wrong is looked at again: at once when it becomes right, and when the shopper leaves it. */
function checkAgain(input: HTMLInputElement, fault: () => string): void {
  input.addEventListener("blur", () => {
    if (input.value && isMarked(input)) sayAt(input, fault());
  });
  input.addEventListener("input", () => {
    if (isMarked(input) && !fault()) sayAt(input, "");
  });
}

function showBrand(number: CardInputs["number"], { brandNames }: CardFormData): void {
  const mark = document.querySelector(".num .mark");
  const show = (): void => {
    const brand = brandOf(digitsOf(number.value));
    const name = document.createElement("i");
    if (brand) {
      name.className = brand;
      name.textContent = brandNames[brand];
    }
    mark?.replaceChildren(...(brand ? [name] : []));
  };
  number.addEventListener("input", show);
  show();
}

/** Screen readers read the box out at once. */
function sayAbove(form: HTMLFormElement, text: string): void {
  const box = form.querySelector<HTMLElement>("[data-testid=error]") ?? document.createElement("div");
  box.className = "alert";
  box.setAttribute("role", "alert");
  box.dataset.testid = "error";
  delete box.dataset.reason;
  if (!box.isConnected) form.prepend(box);
  box.textContent = text;
}

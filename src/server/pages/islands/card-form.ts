import { brandOf } from "../../../core/facts/card-number.js";
import {
  type CardField,
  type CardFormData,
  cardFaults,
  cardFields,
  cardOf,
  looksLikeEmail,
} from "../hosted/card-check.js";
import { type CardInputs, cardInputs, formatWhileTyping, isMarked, sayAt } from "./card-inputs.js";
import { digitsOf } from "./typing.js";

/** Checks a card by the server's own rules before it is sent, so that the shopper doesn't lose typed values. */
export function checkCardForm(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-card-form]");
  const inputs = cardInputs();
  if (!form || !inputs) return;
  const data: CardFormData = JSON.parse(form.dataset.cardForm ?? "");
  const checks = [...cardChecks(form, inputs, data), ...emailChecks(data)];
  formatWhileTyping(inputs);
  showBrand(inputs.number, data);
  for (const check of checks) checkAgain(check);
  form.addEventListener("submit", (event) => {
    for (const { input, fault } of checks) sayAt(input, fault());
    const wrong = checks.map(({ input }) => input).find(isMarked);
    if (!wrong) return;
    event.preventDefault();
    sayAbove(form, data.messages.summary);
    wrong.focus();
  });
  offerTestCards(form, inputs);
}

/** A field and its fault; an empty text means none. */
interface Check {
  readonly input: HTMLInputElement;
  readonly fault: () => string;
}

function cardChecks(form: HTMLFormElement, inputs: CardInputs, data: CardFormData): readonly Check[] {
  const typed = () => ({
    number: inputs.number.value,
    holder: inputs.holder.value,
    expiry: inputs.expiry.value,
    cvc: inputs.cvc.value,
  });
  const faultAt = (field: CardField): string => {
    const fault = paysByCard(form) ? cardFaults(cardOf(typed()), data)[field] : undefined;
    return fault ? data.messages[fault] : "";
  };
  return cardFields.map((field) => ({ input: inputs[field], fault: () => faultAt(field) }));
}

/** Empty if the merchant hides the e-mail. */
function emailChecks({ messages }: CardFormData): readonly Check[] {
  const input = document.querySelector<HTMLInputElement>("#email");
  if (!input) return [];
  return [
    { input, fault: () => (input.value.trim() === "" || looksLikeEmail(input.value.trim()) ? "" : messages.email) },
  ];
}

/** The card-entry page has no choice of methods, so it always uses a card. */
function paysByCard(form: HTMLFormElement): boolean {
  const chosen = form.querySelector<HTMLInputElement>("input[name=method]:checked");
  return !chosen || chosen.value === "CARD";
}

/** Rechecks a field that had an error: as soon as it becomes valid, and when the shopper leaves it. */
function checkAgain({ input, fault }: Check): void {
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

/** Screen readers announce this box at once. */
function sayAbove(form: HTMLFormElement, text: string): void {
  const box = form.querySelector<HTMLElement>("[data-testid=error]") ?? document.createElement("div");
  box.className = "alert";
  box.setAttribute("role", "alert");
  box.dataset.testid = "error";
  delete box.dataset.reason;
  if (!box.isConnected) form.prepend(box);
  box.textContent = text;
}

/** Turns the test panel's cards into buttons that fill in the form. */
function offerTestCards(form: HTMLFormElement, inputs: CardInputs): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-fill]")) {
    button.disabled = false;
    button.addEventListener("click", () => {
      const byCard = form.querySelector<HTMLInputElement>("input[name=method][value=CARD]");
      if (byCard) byCard.checked = true;
      fill(inputs, button.dataset);
      const pay = form.querySelector<HTMLElement>("[data-testid=pay]");
      pay?.scrollIntoView({ block: "center" });
      pay?.focus();
    });
  }
}

function fill(inputs: CardInputs, { fill: number = "", expiry = "" }: DOMStringMap): void {
  inputs.number.value = number;
  inputs.expiry.value = expiry;
  inputs.cvc.value = "123";
  inputs.holder.value ||= "CHAN TAI MAN";
  inputs.number.dispatchEvent(new Event("input"));
  for (const field of cardFields) sayAt(inputs[field], "");
}

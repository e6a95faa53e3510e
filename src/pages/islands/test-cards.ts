import { cardFields } from "../hosted/card-check.js";
import type { CardInputs } from "./card-inputs.js";
import { sayAt } from "./field-error.js";

/** Turns the test panel's cards into buttons that fill in the form. */
export function offerTestCards(form: HTMLFormElement, inputs: CardInputs): void {
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

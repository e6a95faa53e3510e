import { type AssumptionRow, LOOK, TRY } from "./row.js";

/** What the shopper's pages do. */
export const pages = {
  "page-states": {
    claim:
      "An expired, paid, voided or refunded order's page says so and offers no payment; a declined card may be tried again without limit.",
    because: "Nobody has published what these pages show.",
    choices: ["unlimited", "three-tries"],
    alternatives: ["a number of tries: the third decline closes the order"],
    findOut: LOOK,
  },
  "fail-redirect": {
    claim:
      "After a decline the page shows why and may be tried again, with a link to callbackUrl.fail; with showResultPage false it goes straight there.",
    because: "The order stays payable, so the shopper is not sent away at once.",
    choices: ["link", "always", "never"],
    alternatives: ["always redirected", "never redirected"],
    findOut: LOOK,
  },
  "card-entry-page": {
    claim:
      "The card-entry page of add-token takes one card, for 1000 seconds from the call; a decline or a cancel leaves it open, and callbackUrl may be left out.",
    because: "An unpaid order's page does so; one real client sends only callbackUrl.notify.",
    choices: ["1000-seconds", "no-end"],
    alternatives: ["no end", "a number of tries"],
    findOut: LOOK,
  },
  "hidden-result-page": {
    claim:
      "showResultPage false without callbackUrl.success is taken, and the paid shopper sees the result page after all.",
    because: "The spec asks for callbackUrl alone, and there is nowhere else to go.",
    choices: ["own-page", "refuse"],
    alternatives: ["create refuses it"],
    findOut: TRY,
  },
  "redirect-schemes": {
    claim:
      "create, add-token, the charges and direct/sale refuse a redirect that runs or shows something inside the browser (javascript:, data:, blob: and the like); an app's own scheme is taken.",
    because: "Such an address leads to no shop, and would run in the page that holds the card.",
    choices: ["refuse", "never-followed"],
    alternatives: ["taken, and never followed"],
    findOut: TRY,
  },
  "colour-forms": {
    claim:
      "A colour may have an alpha (#RRGGBBAA), be short (#RGB) or be a name of CSS; the page shows it as browsers do.",
    because: "The docs say #RRGGBB; a real plugin's colour picker sends #abcdef80.",
    choices: ["css", "refuse"],
    alternatives: ["everything but #RRGGBB is refused", "the alpha is dropped"],
    findOut: TRY,
  },
  "failed-challenge": {
    claim: "After a failed 3-D Secure challenge the same form is shown again, with what went wrong.",
    because: "A declined card may be tried again too.",
    choices: ["form", "leave"],
    alternatives: ["the shopper is led to callbackUrl.fail"],
    findOut: LOOK,
  },
  "empty-card-holder": {
    claim: "The name of the card holder may be left empty.",
    because: "The docs call only the e-mail optional, but nobody has seen a refusal.",
    choices: ["accept", "refuse"],
    alternatives: ["the form asks for it"],
    findOut: LOOK,
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;

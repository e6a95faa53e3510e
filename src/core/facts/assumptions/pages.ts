import { type AssumptionRow, LOOK } from "./row.js";

/** Assumptions about the shopper's pages. */
export const pageAssumptions = {
  "page-states": {
    claim:
      "The page of an expired, paid, voided or refunded order says so and takes no payment. That of an expired one links to callbackUrl.fail, or without it to callbackUrl.cancel. After a decline the shopper may try again, any number of times.",
    because: "Nobody has published what these pages show.",
    choices: ["unlimited", "three-tries"],
    alternatives: ["tries are limited: the third decline closes the order"],
    findOut: LOOK,
  },
  "fail-redirect": {
    claim:
      "After a decline the page shows the reason, a form to try again, and a link to callbackUrl.fail. With showResultPage false it redirects there at once.",
    because: "The order can still be paid, so the shopper isn't sent away at once.",
    choices: ["link", "always", "never"],
    alternatives: ["always redirected", "never redirected"],
    findOut: LOOK,
  },
  "card-entry-page": {
    claim:
      "The card-entry page of add-token takes one card and expires 1000 seconds after the call. It stays open after a decline or a cancel. callbackUrl is optional.",
    because: "The page of an unpaid order works this way. One real client sends only callbackUrl.notify.",
    choices: ["1000-seconds", "no-end"],
    alternatives: ["it never expires", "tries are limited"],
    findOut: LOOK,
  },
  "brand-ranges": {
    claim:
      "A card number is as long as its brand's are: VISA 13, 16 or 19 digits, MASTER 16, UNIONPAY 16 to 19. UNIONPAY numbers begin with 62 or 81.",
    because:
      "These are the ranges that the brands publish. No choice is built: test cards have 16 digits, so every alternative takes them.",
    alternatives: ["other ranges or lengths", "numbers of 13 digits are refused, because they are no longer issued"],
    findOut: LOOK,
  },
  "hidden-result-page": {
    claim:
      "showResultPage false without callbackUrl.success is accepted. After paying, the shopper then still sees the result page.",
    because: "The spec requires only callbackUrl, and there is no address to redirect to.",
    choices: ["own-page", "refuse"],
    alternatives: ["create refuses it"],
  },
  "empty-callback": {
    claim: "If showResultPage is false, a callbackUrl without any address is accepted.",
    because: "The spec requires callbackUrl, but none of its members.",
    choices: ["accept", "refuse"],
    alternatives: ["refused: at least one address is required"],
  },
  "redirect-schemes": {
    claim:
      "create, add-token, the charges and direct/sale refuse a redirect address that the browser would run or show itself (javascript:, data:, blob: and so on). An app's own scheme is accepted.",
    because: "Such an address leads to no shop, and its script would run in the page that has the card number.",
    choices: ["refuse", "never-followed"],
    alternatives: ["accepted, but never followed"],
  },
  "colour-forms": {
    claim: "A colour may also be #RRGGBBAA (with alpha), #RGB or a CSS colour name. The page shows it as browsers do.",
    because: "The docs say #RRGGBB, but a real plugin's colour picker sends #abcdef80.",
    choices: ["css", "refuse"],
    alternatives: ["everything but #RRGGBB is refused", "the alpha is dropped"],
  },
  "failed-challenge": {
    claim: "After a failed 3-D Secure challenge the same form is shown again, with the reason.",
    because: "The shopper may also try again after a decline.",
    choices: ["form", "leave"],
    alternatives: ["the shopper is redirected to callbackUrl.fail"],
    findOut: LOOK,
  },
  "empty-card-holder": {
    claim: "The name of the card holder may be left empty.",
    because: "The docs call only the email optional, but no refusal of an empty name has been seen.",
    choices: ["accept", "refuse"],
    alternatives: ["the form requires it"],
    findOut: LOOK,
  },
} as const satisfies Readonly<Record<string, AssumptionRow>>;

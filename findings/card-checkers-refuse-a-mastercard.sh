#!/usr/bin/env bash
# Checkers of card numbers in a pay form refuse numbers that schemes and payment services publish for tests, so their cardholders can't buy. Mastercard's numbers from 2221 to 2720:
# @form-validation/validator-credit-card 2.4.0, simple-card-validator 1.1.0 and credit-card-validator 1.0.8 (npm). Discover's from 644 to 649: validator 13.15.35 (isCreditCard)
# and simple-card-validator. UnionPay of 19 digits: all four. UnionPay of 81…: the four without validator, and payment 2.4.7, creditcards 5.0.0 and react-payment-inputs 1.2.0.
# credit-card-type 10.3.0 knows each. Safe: check the Luhn digit alone, and let the payment service say which cards it takes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @form-validation/validator-credit-card@2.4.0 simple-card-validator@1.1.0 credit-card-validator@1.0.8 \
  validator@13.15.35 payment@2.4.7 creditcards@5.0.0 react-payment-inputs@1.2.0 credit-card-type@10.3.0 react@18.3.1 react-dom@18.3.1 >/dev/null
cat >check.cjs <<'JS'
const { creditCard } = require("@form-validation/validator-credit-card");
const CardValidator = require("simple-card-validator");
const creditCardType = require("credit-card-type");
const inputs = require("react-payment-inputs/lib/utils").default;
const checkers = {
  "form-validation": (number) => creditCard().validate({ value: number, options: {} }).valid,
  "simple-card-validator": (number) => new (CardValidator.default ?? CardValidator)(number).validateCard(),
  "credit-card-validator": (number) => require("credit-card-validator").validateCard(number),
  validator: (number) => require("validator").isCreditCard(number),
  payment: (number) => require("payment").fns.validateCardNumber(number),
  creditcards: (number) => require("creditcards").card.isValid(number),
  "react-payment-inputs": (number) => inputs.validator.getCardNumberError(number) === undefined,
  "credit-card-type": (number) => (creditCardType.default ?? creditCardType)(number).length > 0,
};
const cards = {
  "Mastercard 5555555555554444": "5555555555554444",
  "Mastercard 2223003122003222": "2223003122003222",
  "Discover 6445644564456445": "6445644564456445",
  "UnionPay 6205500000000000004": "6205500000000000004",
  "UnionPay 8171999927660000": "8171999927660000",
};
for (const [name, number] of Object.entries(cards)) {
  const refusing = Object.keys(checkers).filter((checker) => !checkers[checker](number));
  console.log(`${name} is refused by: ${refusing.join(", ") || "none"}`);
}
JS
node check.cjs | tee seen
diff seen - <<'TEXT'
Mastercard 5555555555554444 is refused by: none
Mastercard 2223003122003222 is refused by: form-validation, simple-card-validator, credit-card-validator
Discover 6445644564456445 is refused by: simple-card-validator, validator
UnionPay 6205500000000000004 is refused by: form-validation, simple-card-validator, credit-card-validator, validator
UnionPay 8171999927660000 is refused by: form-validation, simple-card-validator, credit-card-validator, payment, creditcards, react-payment-inputs
TEXT

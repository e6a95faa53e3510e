#!/usr/bin/env bash
# swissqrbill 4.4.1 (npm) checks a QR reference by its check digit, but takes any text of an order as a creditor reference: A-1, and one whose
# check digits are wrong. The bill then says SCOR (ISO 11649), which it isn't, and a bank can refuse the payment.
# Safe: send the order's reference as additionalInformation, or make a reference by calculateSCORReferenceChecksum.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts swissqrbill@4.4.1 >/dev/null
cat >bill.mjs <<'JS'
import { SwissQRBill } from "swissqrbill/svg";
import { getReferenceType } from "swissqrbill/utils";
const creditor = { name: "A", address: "B 1", zip: 1000, city: "C", country: "CH", account: "CH5800791123000889012" };
const taken = (reference) => {
  try {
    new SwissQRBill({ currency: "CHF", amount: 1, creditor, reference });
    return reference + " " + getReferenceType(reference);
  } catch {
    return reference + " refused";
  }
};
console.log(["A-1", "RF18539007547034", "RF00539007547034", "210000000003139471430009017"].map(taken).join(", "));
JS
seen=$(node bill.mjs)
echo "seen:     $seen"
expected="A-1 SCOR, RF18539007547034 SCOR, RF00539007547034 SCOR, 210000000003139471430009017 refused"
echo "expected: $expected"
[ "$seen" = "$expected" ]

#!/usr/bin/env bash
# humanparser 2.7.0 and parse-full-name 1.2.7 (npm), which split the name on a card for billing_last_name. MA, one of the commonest family names of China, is a Master of Arts: in humanparser CHUN MA has the
# suffix MA and an empty last name, and WAI MAN MA is called MAN. parse-full-name does it to "Chun Ma", and to MD and JR. A payment that needs both names is refused, or its address check fails.
# Safe: two fields in the form, or the whole name as it was typed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts humanparser@2.7.0 parse-full-name@1.2.7 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import human from "humanparser";
import { parseFullName } from "parse-full-name";
for (const name of ["CHUN MA", "WAI MAN MA", "Chun Ma", "LI MD", "CHAN TAI MAN"]) {
  const [one, two] = [human.parseName(name), parseFullName(name)];
  console.log(`${name}: ${one.firstName}, "${one.lastName}", ${one.suffix ?? "no suffix"}; ${two.first || '""'}, "${two.last}", ${two.suffix || "no suffix"}`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
CHUN MA: CHUN, "", MA; Chun, "Ma", no suffix
WAI MAN MA: WAI, "MAN", MA; Wai, "Ma", no suffix
Chun Ma: Chun, "", Ma; Chun, "Ma", no suffix
LI MD: LI, "", MD; "", "Li", Md
CHAN TAI MAN: CHAN, "MAN", no suffix; Chan, "Man", no suffix
TEXT

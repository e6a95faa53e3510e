#!/usr/bin/env bash
# PHP 8.2's NumberFormatter with ICU 72 (Debian 12) and SPELLOUT, which reads amounts in words: it ends where it understands nothing more, without false or a warning. "zweitausendfünfhundert", as Germans
# write 2500, is 2 (with the soft hyphens that it writes itself it is right); "twenty five hundred" is 2005, "nineteen ninety nine" 1990, "one and a half" 1, "nineteen dollars
# and ninety nine cents" 19; 两千五 (2500) is 2005 and 一万二 (12000) is 10002.
# Safe: parse with an offset, and compare it with the length of the text.
# Needs Debian 12's php-cli and php-intl.
set -euo pipefail
php -r 'exit(class_exists("NumberFormatter") ? 0 : 1);' 2>/dev/null || { echo "needs Debian's packages php-cli and php-intl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >words.php <<'PHP'
<?php
foreach (['en' => ['two thousand five hundred', 'twenty-five hundred', 'twenty five hundred', 'nineteen ninety nine', 'one and a half', 'nineteen dollars and ninety nine cents'], 'de' => ['zweitausendfünfhundert', 'fünfundzwanzighundert'], 'zh' => ['两千五百', '两千五', '一万二']] as $language => $texts) {
    $format = new NumberFormatter($language, NumberFormatter::SPELLOUT);
    foreach ($texts as $text) {
        $offset = 0;
        $read = $format->parse($text, NumberFormatter::TYPE_DOUBLE, $offset);
        echo "$text is $read, ", $offset === mb_strlen($text) ? 'all of it' : "read to $offset of " . mb_strlen($text), "\n";
    }
}
$format = new NumberFormatter('de', NumberFormatter::SPELLOUT);
echo 'what it writes for 2500 is ', $format->parse($format->format(2500)), "\n";
PHP
php words.php | tee seen
diff seen - <<'TEXT'
two thousand five hundred is 2500, all of it
twenty-five hundred is 2500, all of it
twenty five hundred is 2005, read to 11 of 19
nineteen ninety nine is 1990, read to 15 of 20
one and a half is 1, read to 3 of 14
nineteen dollars and ninety nine cents is 19, read to 8 of 38
zweitausendfünfhundert is 2, read to 4 of 22
fünfundzwanzighundert is 5, read to 4 of 21
两千五百 is 2500, all of it
两千五 is 2005, all of it
一万二 is 10002, all of it
what it writes for 2500 is 2500
TEXT

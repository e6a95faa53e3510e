#!/usr/bin/env bash
# Symfony's serializer 5.4 (Debian 12). CsvEncoder with csv_escape_formulas, made against formulas in spreadsheets, writes each refund as a text: the number -19.99 becomes '-19.99, with
# an apostrophe that CsvEncoder's own decode keeps, so a sum of the day leaves refunds out. XmlEncoder reads an attribute that looks like a number as one: the
# reference 1e5 is 100000.0, 50.00 is 50.0, and an id of 20 digits has other digits; elements stay texts.
# Safe: escape names alone; attributes by xml_type_cast_attributes => false.
# Needs Debian 12's php-cli, php-xml and php-symfony-serializer.
set -euo pipefail
[ -e /usr/share/php/Symfony/Component/Serializer/autoload.php ] || { echo "needs Debian's packages php-cli, php-xml and php-symfony-serializer"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >report.php <<'PHP'
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
require '/usr/share/php/Symfony/Component/Serializer/autoload.php';
use Symfony\Component\Serializer\Encoder\{CsvEncoder, XmlEncoder};

$day = [['reference' => 'A-1', 'amount' => 50.5], ['reference' => 'A-1', 'amount' => -19.99]];
foreach ([false, true] as $escape) {
    $csv = new CsvEncoder(['csv_escape_formulas' => $escape]);
    $written = $csv->encode($day, 'csv');
    echo 'csv_escape_formulas ', var_export($escape, true), ': ', json_encode($written), ', read ', json_encode(array_column($csv->decode($written, 'csv'), 'amount')), "\n";
}
$order = '<report><order reference="1e5" amount="50.00" id="12345678901234567890"/><order><reference>1e5</reference><amount>50.00</amount></order></report>';
echo json_encode((new XmlEncoder())->decode($order, 'xml'), JSON_PRESERVE_ZERO_FRACTION), "\n";
echo json_encode((new XmlEncoder())->decode($order, 'xml', ['xml_type_cast_attributes' => false])), "\n";
PHP
php report.php | tee seen
diff seen - <<'TEXT'
csv_escape_formulas false: "reference,amount\nA-1,50.5\nA-1,-19.99\n", read ["50.5","-19.99"]
csv_escape_formulas true: "reference,amount\nA-1,50.5\nA-1,'-19.99\n", read ["50.5","'-19.99"]
{"order":[{"@reference":100000.0,"@amount":50.0,"@id":1.2345678901234567e+19,"#":""},{"reference":"1e5","amount":"50.00"}]}
{"order":[{"@reference":"1e5","@amount":"50.00","@id":"12345678901234567890","#":""},{"reference":"1e5","amount":"50.00"}]}
TEXT

#!/usr/bin/env bash
# Twig 3.5 (Debian 12, PHP 8.2): a filter binds more tightly than a minus, so {{ -amount|number_format(2) }}, for a refund, is the minus of the text "1,234.50", which is -1, with
# nothing but a warning of PHP; of 50.00 it is -50; with format_currency in German 1.234,50 € is -1.234. number_format of the text "1,234.50" is 1.00.
# Safe: {{ (-amount)|number_format(2) }}.
# Needs Debian 12's php-cli, php-twig and php-twig-intl-extra.
set -euo pipefail
[ -e /usr/share/php/Twig/Extra/Intl/autoload.php ] || { echo "needs Debian's packages php-cli, php-twig and php-twig-intl-extra"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >refund.php <<'PHP'
<?php
error_reporting(0);
require '/usr/share/php/Twig/autoload.php';
require '/usr/share/php/Twig/Extra/Intl/autoload.php';

$twig = new Twig\Environment(new Twig\Loader\ArrayLoader());
$twig->addExtension(new Twig\Extra\Intl\IntlExtension());
foreach (['-amount|number_format(2)', '(-amount)|number_format(2)', '-amount|format_currency("EUR", locale="de")', '(-amount)|format_currency("EUR", locale="de")'] as $text) {
    foreach ([50.0, 1234.5] as $amount) {
        try {
            $shown = $twig->createTemplate("{{ $text }}")->render(['amount' => $amount]);
        } catch (Throwable $error) {
            $shown = get_class($error);
        }
        echo "$text of $amount: $shown\n";
    }
}
echo 'number_format of the text: ', $twig->createTemplate('{{ amount|number_format(2) }}')->render(['amount' => '1,234.50']), "\n";
PHP
php refund.php | tee seen
diff seen - <<'TEXT'
-amount|number_format(2) of 50: -50
-amount|number_format(2) of 1234.5: -1
(-amount)|number_format(2) of 50: -50.00
(-amount)|number_format(2) of 1234.5: -1,234.50
-amount|format_currency("EUR", locale="de") of 50: -50
-amount|format_currency("EUR", locale="de") of 1234.5: -1.234
(-amount)|format_currency("EUR", locale="de") of 50: -50,00 €
(-amount)|format_currency("EUR", locale="de") of 1234.5: -1.234,50 €
number_format of the text: 1.00
TEXT

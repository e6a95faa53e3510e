#!/usr/bin/env bash
# Laravel's collections and validation, illuminate 8.83 (Debian 12, PHP 8.2). unique('reference') of the orders 0051 and 51 keeps the first alone, as of 1e2 and 100; where('reference', '51') finds both,
# firstWhere has the order 0051, and contains, whereIn, duplicates and the rules in, not_in and distinct compare so, too: all texts that are numbers are equal by
# their value. keyBy, groupBy, countBy and diff keep them apart.
# Safe: uniqueStrict, whereStrict, containsStrict, whereInStrict, duplicatesStrict and distinct:strict.
# Needs Debian 12's php-cli, php-illuminate-support and php-illuminate-validation.
set -euo pipefail
[ -e /usr/share/php/Illuminate/Validation/autoload.php ] || { echo "needs Debian's packages php-cli, php-illuminate-support and php-illuminate-validation"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.php <<'PHP'
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
require '/usr/share/php/Illuminate/Support/autoload.php';
require '/usr/share/php/Illuminate/Validation/autoload.php';

foreach ([['0051', '51'], ['1e2', '100'], ['A-1', 'A-2']] as [$first, $second]) {
    $orders = collect([['reference' => $first], ['reference' => $second]]);
    $shop = new Illuminate\Validation\Factory(new Illuminate\Translation\Translator(new Illuminate\Translation\ArrayLoader(), 'en'));
    $passes = fn ($values, $rules) => var_export($shop->make($values, $rules)->passes(), true);
    echo "$first and $second: unique {$orders->unique('reference')->count()}, uniqueStrict {$orders->uniqueStrict('reference')->count()}, where {$orders->where('reference', $second)->count()}, whereIn {$orders->whereIn('reference', [$second])->count()}, ";
    echo "firstWhere {$orders->firstWhere('reference', $second)['reference']}, keyBy {$orders->keyBy('reference')->count()}, contains ", var_export(collect([$first])->contains($second), true), "\n";
    echo "  rule in {$passes(['r' => $first], ['r' => "in:$second"])}, distinct {$passes(['r' => [$first, $second]], ['r.*' => 'distinct'])}, distinct:strict {$passes(['r' => [$first, $second]], ['r.*' => 'distinct:strict'])}\n";
}
PHP
php orders.php | tee seen
diff seen - <<'TEXT'
0051 and 51: unique 1, uniqueStrict 2, where 2, whereIn 2, firstWhere 0051, keyBy 2, contains true
  rule in true, distinct false, distinct:strict true
1e2 and 100: unique 1, uniqueStrict 2, where 2, whereIn 2, firstWhere 1e2, keyBy 2, contains true
  rule in true, distinct false, distinct:strict true
A-1 and A-2: unique 2, uniqueStrict 2, where 1, whereIn 1, firstWhere A-2, keyBy 2, contains false
  rule in false, distinct true, distinct:strict true
TEXT

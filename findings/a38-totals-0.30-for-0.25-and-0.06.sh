#!/usr/bin/env bash
# Python's a38 0.1.5 (Debian 12), which writes Italy's electronic invoices. It adds and taxes unrounded Decimals and rounds each number by itself as it writes it, a half to the even cent: an item at 0.25 with 22 percent
# is 0.25, its tax 0.06 and the total 0.30. The total differs from net and tax for 200 of the 9999 prices to 99.99. Unit prices and quantities have two decimals: a thousand
# screws at 0.0049 are 0.00 each and 4.90 in all, and 0.125 kg are 0.12 kg, which the tax office's check 00423 (price times quantity is the line's total) refuses.
# Safe: compute imposta and importo_totale_documento of rounded numbers, and set prezzo_totale yourself.
# Needs Debian 12's python3-a38.
set -euo pipefail
python=/usr/bin/python3
$python -c 'import a38' 2>/dev/null || { echo "needs Debian's package python3-a38"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >bill.py <<'PYTHON'
from decimal import Decimal
from a38 import fattura

def written(model, *names):
    return [model._meta[name].to_str(getattr(model, name)) for name in names]

def bill(*lines):
    body = fattura.FatturaElettronicaBody()
    for unit, quantity, price in lines:
        body.dati_beni_servizi.add_dettaglio_linee(descrizione="item", unita_misura=unit, quantita=Decimal(quantity), prezzo_unitario=Decimal(price), aliquota_iva=Decimal("22.00"))
    body.dati_beni_servizi.build_dati_riepilogo()
    body.build_importo_totale_documento()
    net, tax = written(body.dati_beni_servizi.dati_riepilogo[0], "imponibile_importo", "imposta")
    return [written(line, "quantita", "prezzo_unitario", "prezzo_totale") for line in body.dati_beni_servizi.dettaglio_linee], net, tax, *written(body.dati_generali.dati_generali_documento, "importo_totale_documento")

for lines in [[("pz", "1", "0.25")], [("pz", "1000", "0.0049")], [("kg", "0.125", "20.00")], [("kg", "0.5", "2.01")] * 3]:
    print(lines, "->", *bill(*lines))
wrong = 0
for cents in range(1, 10000):
    _, net, tax, total = bill(("pz", "1", Decimal(cents) / 100))
    wrong += Decimal(net) + Decimal(tax) != Decimal(total)
print("totals that aren't net and tax:", wrong)
PYTHON
$python bill.py | tee seen
diff seen - <<'TEXT'
[('pz', '1', '0.25')] -> [['1.00', '0.25', '0.25']] 0.25 0.06 0.30
[('pz', '1000', '0.0049')] -> [['1000.00', '0.00', '4.90']] 4.90 1.08 5.98
[('kg', '0.125', '20.00')] -> [['0.12', '20.00', '2.50']] 2.50 0.55 3.05
[('kg', '0.5', '2.01'), ('kg', '0.5', '2.01'), ('kg', '0.5', '2.01')] -> [['0.50', '2.01', '1.00'], ['0.50', '2.01', '1.00'], ['0.50', '2.01', '1.00']] 3.02 0.66 3.68
totals that aren't net and tax: 200
TEXT

#!/usr/bin/env bash
# @banco-br/nodejs-cnab 0.2.0 with @banco-br/cnab_yaml 2.1.0 (npm), files of payment slips for Brazil's banks. helperGenerateRemessaCNAB240 writes an amount with
# a comma, which the writer then can't read: each slip of Banrisul asks for 0000000000NaN, and so does their total. A layout that is not
# there, as the trailer of Banco do Brasil's file, is logged and left out, and the file ends without its total.
# Safe: write the lines with generateRemessaCnab and numbers, and read the file again before you send it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @banco-br/nodejs-cnab@0.2.0 @banco-br/cnab_yaml@2.1.0 >/dev/null
cat >shop.cjs <<'JS'
const lib = "@banco-br/nodejs-cnab/dist/lib";
const { helperGenerateRemessaCNAB240 } = require(`${lib}/helperGenerateRemessaCNAB240`);
const { helperGenerateRemessaCNAB400 } = require(`${lib}/helperGenerateRemessaCNAB400`);
console.error = () => {};
const slip = { nosso_numero: "1", numero_documento: "A-1", vencimento: "2026-12-31", valor_titulo: 19.99, data_emissao: "2026-11-30", uso_empresa: "A-1" };
const shop = { codigo_inscricao: 2, numero_inscricao: "11222333000181", codigo_convenio: "123", agencia: "1", conta_corrente: "1", conta_corrente_dv: "1" };
const file = { ...shop, nome_empresa: "Loja", data_geracao: "2026-11-30", numero_sequencial_arquivo: 1, detalhe_segmento: [{ ...slip, sacado_numero_inscricao: "52998224725", nome: "Ana" }] };
const banrisul = helperGenerateRemessaCNAB240(file, "041").split("\n").filter((line) => line);
console.log("Banrisul, the slip's amount:", banrisul.find((line) => line[13] === "P").slice(85, 100));
console.log("Banrisul, the total:", banrisul.find((line) => line[7] === "5").slice(29, 46));
const brasil = helperGenerateRemessaCNAB400(file, "001").split("\n");
console.log("Banco do Brasil, the first characters of each line:", brasil.map((line) => line.slice(0, 2)));
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
Banrisul, the slip's amount: 0000000000NaN00
Banrisul, the total: 000000000000NaN00
Banco do Brasil, the first characters of each line: [ '01', '70', '' ]
TEXT

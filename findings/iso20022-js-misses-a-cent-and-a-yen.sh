#!/usr/bin/env bash
# iso20022.js 0.0.15 (npm). A bank statement (camt.053) with 19.99 gives the amount 1998.9999999999998, which equals no 1999 and loses its cent if
# it is cut. All currencies have two decimals: 1000 yen give 100000. The order 0051 in the payer's text becomes the number 51. The other way,
# 1000 yen are sent as 10. So a shop pays out a hundredth, and doesn't find what an order was paid with.
# Safe: Math.round, the decimals of the currency by yourself, and references that begin with a letter.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts iso20022.js@0.0.15 >/dev/null
cat >bank.mjs <<'JS'
import { CashManagementEndOfDayReport, ISO20022 } from "iso20022.js";
const entry = ([currency, amount, reference]) =>
  '<Ntry><Amt Ccy="' + currency + '">' + amount + "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-31</Dt></BookgDt><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>" +
  "<NtryDtls><TxDtls><RmtInf><Ustrd>" + reference + "</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>";
const entries = [["HKD", "19.99", "0051"], ["HKD", "0.29", "A-1"], ["JPY", "1000", "A-2"]];
const statement =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-01-31T10:00:00</CreDtTm></GrpHdr>' +
  "<Stmt><Id>S</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-01-31T10:00:00</CreDtTm><Acct><Id><Othr><Id>1</Id></Othr></Id><Svcr><FinInstnId><BIC>DEUTDEFF</BIC></FinInstnId></Svcr></Acct>" +
  '<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="HKD">20.28</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>' +
  entries.map(entry).join("") + "</Stmt></BkToCstmrStmt></Document>";
for (const { currency, amount, transactions } of CashManagementEndOfDayReport.fromXML(statement).entries)
  console.log(currency, amount, JSON.stringify(transactions[0].remittanceInformation));
const agent = { bic: "DEUTDEFF", bankAddress: { country: "DE" } };
const shop = new ISO20022({ initiatingParty: { name: "Shop", id: "SHOP", account: { accountNumber: "1" }, agent } });
const address = { streetName: "Street", townName: "Town", postalCode: "1", country: "DE" };
const creditor = { name: "Seller", account: { iban: "DE89370400440532013000" }, agent, address };
const payment = { type: "swift", direction: "credit", amount: 1000, currency: "JPY", creditor };
console.log(shop.createSWIFTCreditPaymentInitiation([payment]).toString().match(/<InstdAmt.*InstdAmt>/)[0]);
JS
node bank.mjs | tee seen
diff seen - <<'TEXT'
HKD 1998.9999999999998 51
HKD 28.999999999999996 "A-1"
JPY 100000 "A-2"
<InstdAmt Ccy="JPY">10</InstdAmt>
TEXT

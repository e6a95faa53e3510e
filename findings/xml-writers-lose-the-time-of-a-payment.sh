#!/usr/bin/env bash
# An order is written as XML for a gateway or a warehouse by packages of npm. paidAt is a Date: xml 1.0.1, xml2js 0.6.2, xmlbuilder2 4.0.3, xml-js 1.6.11 and json2xml 0.1.3 write an empty element; fast-xml-parser 5.12.1, js2xmlparser 5.0.0 and jstoxml 7.1.1
# a text in the machine's own zone; object-to-xml 2.0.0 a time without its Z. A coupon of null is the coupon "null" in js2xmlparser, and in jstoxml the word "coupon" between two elements; one of undefined
# is "undefined" in js2xmlparser and jsontoxml 1.0.1. No error.
# Safe: toISOString(), and no members of null or undefined.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts xml@1.0.1 xml2js@0.6.2 xmlbuilder2@4.0.3 xml-js@1.6.11 json2xml@0.1.3 fast-xml-parser@5.12.1 js2xmlparser@5.0.0 jstoxml@7.1.1 object-to-xml@2.0.0 jsontoxml@1.0.1 x2js@3.4.5 >/dev/null 2>&1
cat >shop.mjs <<'JS'
import { XMLBuilder } from "fast-xml-parser";
import { parse } from "js2xmlparser";
import jsontoxml from "jsontoxml";
import json2xml from "json2xml";
import { toXML } from "jstoxml";
import objectToXml from "object-to-xml";
import X2JS from "x2js";
import xml from "xml";
import xmlJs from "xml-js";
import xml2js from "xml2js";
import { create } from "xmlbuilder2";
const writers = {
  xml: (order) => xml({ order: Object.entries(order).map(([name, value]) => ({ [name]: value })) }),
  xml2js: (order) => new xml2js.Builder().buildObject({ order }),
  xmlbuilder2: (order) => create({ order }).end(),
  "xml-js": (order) => xmlJs.js2xml({ order }, { compact: true }),
  json2xml: (order) => json2xml({ order }),
  "fast-xml-parser": (order) => new XMLBuilder().build({ order }),
  js2xmlparser: (order) => parse("order", order),
  jstoxml: (order) => toXML({ order }),
  "object-to-xml": (order) => objectToXml({ order }),
  jsontoxml: (order) => jsontoxml({ order }),
  x2js: (order) => new X2JS().js2xml({ order }),
};
const inside = (text) => text.replace(/\s*\n\s*/g, "").match(/<order>(.*)<\/order>|<order ?\/>/)[1] ?? "";
for (const [name, write] of Object.entries(writers)) {
  const time = inside(write({ paidAt: new Date(0) })).replace(/<\/?paidAt ?\/?>/g, "");
  const coupons = [null, undefined].map((coupon) => inside(write({ id: 1, coupon })).replace("<id>1</id>", "") || "nothing");
  console.log(`${name}: paid at ${/GMT/.test(time) ? "a text in this machine's zone" : time || "nothing"}; null is ${coupons[0]}; undefined is ${coupons[1]}`);
}
JS
node --no-warnings shop.mjs | tee seen
diff seen - <<'TEXT'
xml: paid at nothing; null is <coupon/>; undefined is <coupon></coupon>
xml2js: paid at nothing; null is <coupon/>; undefined is <coupon/>
xmlbuilder2: paid at nothing; null is nothing; undefined is nothing
xml-js: paid at nothing; null is <coupon/>; undefined is <coupon/>
json2xml: paid at nothing; null is <coupon/>; undefined is <coupon/>
fast-xml-parser: paid at a text in this machine's zone; null is <coupon/>; undefined is nothing
js2xmlparser: paid at a text in this machine's zone; null is <coupon>null</coupon>; undefined is <coupon>undefined</coupon>
jstoxml: paid at a text in this machine's zone; null is coupon; undefined is <coupon/>
object-to-xml: paid at 1970-01-01T00:00:00; null is <coupon />; undefined is <coupon />
jsontoxml: paid at 1970-01-01T00:00:00.000Z; null is <coupon/>; undefined is <coupon>undefined</coupon>
x2js: paid at 1970-01-01T00:00:00.000Z; null is <coupon />; undefined is <coupon />
TEXT

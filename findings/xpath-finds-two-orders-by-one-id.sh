#!/usr/bin/env bash
# XPath 1.0 in xmlstarlet 1.6.1, xmllint and xsltproc of Debian 12 (libxml2 2.9.14), by which shops read a bank's camt.053. An id without quotes is a number, and numbers are doubles: of
# the orders 100000000000000051 and 100000000000000052 each finds both. The reference 0051 is found as 51, and
# 1E5 as 100000. A sum with an amount of "1,234.50" is NaN.
# Safe: quotes: //order[@id="100000000000000051"], or a parameter by xsltproc --stringparam instead of --param.
# Needs Debian 12's xmlstarlet, libxml2-utils and xsltproc.
set -euo pipefail
for command in xmlstarlet xmllint xsltproc; do command -v $command >/dev/null || { echo "needs Debian's packages xmlstarlet, libxml2-utils and xsltproc"; exit 1; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >orders.xml <<'XML'
<orders>
  <order id="100000000000000051" reference="0051"><amount>50.00</amount></order>
  <order id="100000000000000052" reference="51"><amount>19.99</amount></order>
  <order id="100000000000000093" reference="1E5"><amount>1,234.50</amount></order>
</orders>
XML
cat >order.xsl <<'XSL'
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text"/>
  <xsl:param name="id"/>
  <xsl:template match="/"><xsl:value-of select="concat(count(//order[@id=$id]), ' with ', sum(//order[@id=$id]/amount), '&#10;')"/></xsl:template>
</xsl:stylesheet>
XSL
find() { echo "$1: $(xmlstarlet sel -t -m "//order[$1]" -v @reference -o ' ' orders.xml)"; }
{
  find '@id=100000000000000051'
  find '@id="100000000000000051"'
  find '@reference=51'
  find '@reference=100000'
  echo "xmllint: $(xmllint --xpath 'sum(//order[@id=100000000000000051]/amount)' orders.xml), of all $(xmllint --xpath 'sum(//amount)' orders.xml)"
  echo "xsltproc --param: $(xsltproc --param id 100000000000000051 order.xsl orders.xml)"
  echo "xsltproc --stringparam: $(xsltproc --stringparam id 100000000000000051 order.xsl orders.xml)"
} | sed 's/ *$//' | tee seen
diff seen - <<'TEXT'
@id=100000000000000051: 0051 51
@id="100000000000000051": 0051
@reference=51: 0051 51
@reference=100000: 1E5
xmllint: 69.99, of all NaN
xsltproc --param: 2 with 69.99
xsltproc --stringparam: 1 with 50
TEXT

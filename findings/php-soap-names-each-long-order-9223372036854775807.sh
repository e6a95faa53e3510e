#!/usr/bin/env bash
# PHP 8.2's SoapClient (Debian 12) with a WSDL writes and reads values by the WSDL's types, without a message: an order id of 20 digits, kept as a text, is sent as 9223372036854775807 where the WSDL has xsd:integer or xsd:unsignedLong, so that
# all such orders are one; read from an answer it is a float, another order. 19.99 * 100 as an integer is 1998 cents. "1,234.50" as a double is 1, and the text "false", as from a form, is true: refunded. An xsd:decimal of
# 0.00001 is 1.0E-5, which no decimal may be. A list of one payment is no list, so that foreach goes through nothing.
# Safe: the WSDL's ids as xsd:string; amounts as texts with a point for xsd:decimal; round() before an integer; the feature SOAP_SINGLE_ELEMENT_ARRAYS.
# Needs Debian 12's php8.2-cli and php8.2-soap.
set -euo pipefail
php -n -d extension=soap -r 'new SoapClient(null, ["location" => "x", "uri" => "x"]);' 2>/dev/null || { echo "needs Debian's packages php8.2-cli and php8.2-soap"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >service.wsdl <<'XML'
<definitions name="service" targetNamespace="urn:service" xmlns:tns="urn:service" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://schemas.xmlsoap.org/wsdl/">
  <types><xsd:schema targetNamespace="urn:service"><xsd:complexType name="Order"><xsd:sequence>
    <xsd:element name="id" type="xsd:integer"/><xsd:element name="number" type="xsd:unsignedLong"/><xsd:element name="cents" type="xsd:int"/><xsd:element name="amount" type="xsd:double"/>
    <xsd:element name="rate" type="xsd:decimal"/><xsd:element name="refunded" type="xsd:boolean"/><xsd:element name="payment" type="xsd:string" maxOccurs="unbounded"/>
  </xsd:sequence></xsd:complexType></xsd:schema></types>
  <message name="question"><part name="order" type="tns:Order"/></message>
  <message name="answer"><part name="order" type="tns:Order"/></message>
  <portType name="port"><operation name="sale"><input message="tns:question"/><output message="tns:answer"/></operation></portType>
  <binding name="binding" type="tns:port">
    <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="sale"><soap:operation soapAction="sale"/><input><soap:body use="literal" namespace="urn:service"/></input><output><soap:body use="literal" namespace="urn:service"/></output></operation>
  </binding>
  <service name="service"><port name="port" binding="tns:binding"><soap:address location="http://127.0.0.1/"/></port></service>
</definitions>
XML
cat >shop.php <<'PHP'
<?php
class Shop extends SoapClient {
    public string $sent;
    public function __doRequest(string $request, string $location, string $action, int $version, bool $oneWay = false): ?string {
        $this->sent = $request;
        return '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><s:saleResponse xmlns:s="urn:service"><order><id>12345678901234567890</id><number>12345678901234567891</number>'
            . '<cents>5000</cents><amount>50</amount><rate>1234.50</rate><refunded>0</refunded><payment>P-1</payment></order></s:saleResponse></e:Body></e:Envelope>';
    }
}
$shop = new Shop("service.wsdl", ["cache_wsdl" => WSDL_CACHE_NONE]);
$order = $shop->sale(["id" => "12345678901234567890", "number" => "12345678901234567891", "cents" => 19.99 * 100, "amount" => "1,234.50", "rate" => 0.00001, "refunded" => "false", "payment" => ["P-1"]]);
preg_match_all('~<(\w+)>([^<]+)</~', $shop->sent, $sent, PREG_SET_ORDER);
foreach ($sent as [, $name, $text]) echo "sends $name: $text\n";
foreach (["id", "number", "rate", "payment"] as $name) echo "reads $name: ", json_encode($order->$name), "\n";
echo "the two ids are one: ", json_encode($order->id == $order->number), "\n";
PHP
php -n -d extension=soap shop.php | tee seen
diff seen - <<'TEXT'
sends id: 9223372036854775807
sends number: 9223372036854775807
sends cents: 1998
sends amount: 1
sends rate: 1.0E-5
sends refunded: true
sends payment: P-1
reads id: 1.2345678901234567e+19
reads number: 1.2345678901234567e+19
reads rate: "1234.50"
reads payment: "P-1"
the two ids are one: true
TEXT

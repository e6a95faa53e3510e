import { expect, it } from "vitest";
import { attemptCure, failures } from "../../../src/lane/ports/attempt-failures.js";

it.each<[number | null, string | null, string, RegExp]>([
  [null, "connection refused: nothing listens at 127.0.0.1:1", "", /^Start the shop/],
  [null, "no address known for shop", "", /^Check the name in callbackUrl\.notify/],
  [null, "no answer within 15 s", "", /^Answer OK first and work later/],
  [200, 'answered 200 and "OK", but the answer did not end within 15 s', "OK", /^End the answer: Content-Length: 2/],
  [200, 'answered 200 and "OK", but the answer broke off before its end', "OK", /^The worker died or was cut/],
  [
    200,
    "answered 200 and no body, but the answer did not end within 2 s",
    "",
    /ob_end_flush\(\); before flush.* End the answer/,
  ],
  [null, "connection closed by 127.0.0.1:1 before it answered", "", /^The shop's server took .* look for a crash/],
  [null, "TLS connection closed by 127.0.0.1:1 before it answered", "", /^Is it http\? .* look for a crash/],
  [null, "the answer is not HTTP (…)", "", /^Check the port/],
  [null, "no TLS spoken there (EPROTO)", "", /http URL/],
  [null, "certificate not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)", "", /--notify-ca/],
  [null, "ENETUNREACH: …", "", /^Check the address, and the shop's log\.$/],
  [
    200,
    'answered 200 but the body was "ok", expected OK',
    "ok",
    /^Answer with the body OK, and nothing else than white space around it\.$/,
  ],
  [
    200,
    'answered 200 but the body was "Error", expected OK',
    "Error",
    /^The answer tells of an error: .*Do not answer OK/,
  ],
  [200, 'answered 200 but the body was "OK<br />…", expected OK', "OK<br />\n<hr>", /^The body begins with OK/],
  [
    200,
    'answered 200 but the body was "…", expected OK',
    "OK<br />\n<b>Warning</b>:  Cannot modify header in <b>/srv/notify.php</b> on line <b>12</b><br />\n",
    /^PHP printed a fault into the answer: .*display_errors=0/,
  ],
  [
    200,
    'answered 200 but the body was "…", expected OK',
    '<br />\n<b>Warning</b>:  Undefined array key "status" in <b>/srv/notify.php</b> on line <b>2</b><br />\nOK',
    /display_errors=0.*read php:\/\/input/,
  ],
  [302, "answered 302: redirects are not followed", "", /^Set callbackUrl\.notify .*final address/],
  [404, "answered 404, expected 2XX with the text OK", "", /^The shop has no handler.* callbackUrl\.notify/],
  [405, "answered 405, expected 2XX with the text OK", "", /^The shop has no handler/],
  [
    415,
    "answered 415, expected 2XX with the text OK",
    "",
    /^Perhaps .* the body is JSON .*, not a form.* the order or the amount/,
  ],
  [403, "answered 403, expected 2XX with the text OK", "", /CSRF check.*compare the text that the shop verifies/],
  [
    419,
    "answered 419, expected 2XX with the text OK",
    "",
    /validateCsrfTokens\(except: .*CSRF check: let this path through/,
  ],
  [422, "answered 422, expected 2XX with the text OK", "", /skip_forgery_protection.* the body is JSON/],
  [302, "answered 302, expected 2XX with the text OK", "", /^Redirects are not followed/],
  [304, "answered 304, expected 2XX with the text OK", "", /^304 answers a GET/],
  [503, "answered 503, expected 2XX with the text OK", "", /^The shop's handler failed.*log(?!.*Answer HTTP 200)/],
  [503, "answered 503, expected 2XX with the text OK", '{"error":"database"}', /^The shop's handler failed/],
  [503, "answered 503, expected 2XX with the text OK", "<html><body><h1>503 Service", /^A proxy .*is the shop running/],
  [502, "answered 502, expected 2XX with the text OK", "", /^A proxy .*is the shop running.*worker died.*log/],
  [504, "answered 504, expected 2XX with the text OK", "", /^A proxy .*stopped waiting.*Answer OK first/],
  [429, "answered 429, expected 2XX with the text OK", "", /^A rate limit refused it: exempt this path/],
  [200, 'answered 200 but the body was "…", expected OK', "<!doctype html>", /^A page answered, not the handler/],
  [400, "answered 400, expected 2XX with the text OK", "", /compare the text that the shop verifies/],
  [
    400,
    "answered 400, expected 2XX with the text OK",
    "",
    /its public key is .*payment-sandbox keys.*GET \/_sandbox\/keys.*PAYMENT_SANDBOX_PUBLIC_KEY_FILE/,
  ],
  [
    401,
    "answered 401, expected 2XX with the text OK",
    "Invalid signature",
    /wrong public key first.*GET \/_sandbox\/keys.*such as Newtonsoft\.Json, changes updateTime.*PHP's \$_POST is empty; read php:\/\/input/,
  ],
  [500, "answered 500, expected 2XX with the text OK", '{"error":"SignatureException"}', /wrong public key first/],
  ...[
    [400, "signature missing"],
    [401, '{"error":"Missing signature"}'],
    [415, "no data"],
    [422, '{"error": "No merchantReference."}'],
    [400, "merchantReference is required"],
    [400, "empty notification"],
    [500, '<br />\n<b>Warning</b>: Undefined array key "signature" in notify.php'],
  ].map(([status, body]): [number, string, string, RegExp] => [
    status as number,
    `answered ${status}, expected 2XX with the text OK`,
    body as string,
    /^The shop seems to have found no fields: the body is JSON .*php:\/\/input.*compare the text/,
  ]),
  ...["no such order", "public key is missing: signature not checked", "<html>signature required</html>"].map(
    (body): [number, string, string, RegExp] => [
      400,
      "answered 400, expected 2XX with the text OK",
      body,
      /^(?!The shop seems)/,
    ],
  ),
  [404, "answered 404, expected 2XX with the text OK", "signature", /^The shop has no handler/],
  [501, "answered 501, expected 2XX with the text OK", "", /read each notification's whole body/],
])("the cure after %j, %s", (status, why, body, expected) => {
  expect(attemptCure({ status, why, body })).toMatch(expected);
});

it("a shop that answered is never told to start", () => {
  for (const why of Object.values(failures))
    if (why !== failures.nobody) expect(attemptCure({ status: null, why }), why).not.toContain("Start the shop");
});

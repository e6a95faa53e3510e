import { describe, expect, it } from "vitest";
import { neverResentText, resendingClientText } from "../../src/core/facts/resending-clients.js";
import { clients } from "../support/clients/clients.js";
import { pageTable } from "../support/page-table.js";

const PAGE = "docs/http-clients.md";
const resending = pageTable(PAGE, "| client | on a used connection, after |").map(([client = "", ...cells]) => ({
  name: withoutVersion(client),
  isOnUsedOnly: cells[1] === "–",
  turnOff: cells.at(-1),
}));
const tellers = pageTable(PAGE, "| what your code sees | clients |").flatMap(([, names = ""]) =>
  names.split(/(?<=\d), /).map(withoutVersion),
);

function withoutVersion(client: string): string {
  return client.replace(/ [\d.]+\w*$/, "");
}

/** Clients that name themselves in their calls. */
const userAgents: readonly (readonly [client: string, userAgent: string])[] = [
  ["npm urllib", "node-urllib/4.9.2"],
  ["curl", "curl/7.88.1"],
  ["Wget", "Wget/1.21.3"],
  ["wget2", "wget2/1.99.1"],
  ["PHP curl extension", ""],
  ["Guzzle", "GuzzleHttp/7"],
  ["Symfony HttpClient over curl", "Symfony HttpClient/Curl"],
  ["Symfony RetryableHttpClient over curl", "Symfony HttpClient/Curl"],
  ["Ruby Typhoeus", "Typhoeus"],
  ["Ruby HTTPClient", "HTTPClient/1.0"],
  ["Python httplib2", "Python-httplib2/0.20.4"],
  ["Python geventhttpclient", "python/gevent-http-client-2.0.8"],
  ["Python pycurl", "PycURL/7.45.2"],
  ["Python Tornado over curl", "Mozilla/5.0 (compatible; pycurl)"],
  ["Perl Furl", "Furl::HTTP/3.14"],
  ["Perl WWW::Curl", ""],
  ["TclCurl", ""],
  ["Java HttpURLConnection", "Java/17.0.21"],
  ["Commons HttpClient", "Jakarta Commons-HttpClient/3.1"],
  ["OkHttp", "okhttp/3.13.1"],
  ["Go fasthttp", "fasthttp"],
  ["neon", "neon/0.32.5"],
  ["Qt 5", "Mozilla/5.0"],
  ["Qt 6", "Mozilla/5.0"],
  ["Crystal HTTP::Client", "Crystal"],
  ["D std.net.curl", "curl/7.88.1"],
  ["Rust isahc", "curl/7.88.1 isahc/1.7.2"],
  ["R httr", "libcurl/7.88.1 r-curl/5.0.0 httr/1.4.5"],
  ["R curl", "R (4.2.2) r-curl/5.0.0"],
  ["Chromium fetch", "Mozilla/5.0"],
  ["Firefox fetch", "Mozilla/5.0"],
];

describe("the page of HTTP clients", () => {
  it.each(clients)("says of $name what the tests see", ({ name, sendsAgain }) => {
    const found = [resending.some((row) => row.name === name), tellers.includes(name)];
    expect(found).toEqual([sendsAgain, !sendsAgain]);
  });

  it("has each name once", () => {
    const names = [...resending.map(({ name }) => name), ...tellers];
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it.each(userAgents)("says of %s what `why` says by its User-Agent", (client, userAgent) => {
    const [, turnOff = "–"] = /^to turn that off in .*?: (.*)$/.exec(resendingClientText(userAgent)) ?? [];
    const row = resending.find(({ name }) => name === client);
    expect(row?.turnOff).toBe(turnOff);
    // A client without a name may be any, and a browser's name is also that of Qt.
    const isCertain = userAgent !== "" && userAgent !== "Mozilla/5.0";
    if (isCertain) expect(neverResentText(userAgent, true) !== undefined).toBe(row?.isOnUsedOnly);
  });

  it("has sixteen SDKs above which a fault with `times: 1` can't be seen", () => {
    const sdks = pageTable(PAGE, "| SDK | lost | 500 | 502 | 503 | 429 | 409 |");
    const repeating = sdks.filter(([, ...cells]) => cells.slice(0, 6).some((count) => Number(count) > 1));
    expect(repeating.map(([sdk = ""]) => sdk.split(" ")[0])).toEqual([
      "airwallex",
      "alipay",
      "@commet/node",
      "dodopayments",
      "@fanbasis/checkout-sdk",
      "lithic",
      "mercadopago",
      "@mercoa/javascript",
      "modern-treasury",
      "mollie",
      "orb-billing",
      "payos",
      "recurly",
      "square",
      "stripe",
      "@whop/sdk",
    ]);
  });
});

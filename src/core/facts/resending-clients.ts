/** An HTTP client that may send a POST a second time by itself, after an answer that did not arrive. */
interface ResendingClient {
  readonly name: string;
  /** Matches its User-Agent header. */
  readonly userAgent: RegExp;
  /** How to turn resending off. Undefined: the client has no switch for it. */
  readonly turnOff: string | undefined;
}

const LIBCURL = "CURLOPT_FORBID_REUSE = true";

/** Seen with a server that reads a POST and closes the connection; versions and cases are in docs/http-clients.md. */
const resendingClients: readonly ResendingClient[] = [
  { name: "Guzzle", userAgent: /^GuzzleHttp\//, turnOff: `'curl' => [${LIBCURL.replace("=", "=>")}]` },
  {
    name: "Symfony's HttpClient",
    userAgent: /^Symfony HttpClient/,
    turnOff: `'extra' => ['curl' => [${LIBCURL.replace("=", "=>")}]]`,
  },
  { name: "Typhoeus", userAgent: /typhoeus/i, turnOff: "forbid_reuse: true" },
  { name: "pycurl", userAgent: /pycurl/i, turnOff: "setopt(pycurl.FORBID_REUSE, 1)" },
  { name: "R's curl", userAgent: /r-curl/i, turnOff: "forbid_reuse = TRUE" },
  { name: "libcurl", userAgent: /curl/i, turnOff: LIBCURL },
  { name: "Wget", userAgent: /^Wget/, turnOff: "--tries=1" },
  { name: "Java's HttpURLConnection", userAgent: /^Java\//, turnOff: "-Dsun.net.http.retryPost=false" },
  { name: "OkHttp", userAgent: /^okhttp\//, turnOff: "retryOnConnectionFailure(false)" },
  {
    name: "Commons HttpClient",
    userAgent: /^Jakarta Commons-HttpClient/,
    turnOff: "DefaultHttpMethodRetryHandler(0, false)",
  },
  { name: "httplib2", userAgent: /^Python-httplib2/, turnOff: undefined },
  { name: "Ruby's HTTPClient", userAgent: /^HTTPClient\//, turnOff: undefined },
  { name: "Crystal's HTTP::Client", userAgent: /^Crystal$/, turnOff: undefined },
  { name: "Furl", userAgent: /^Furl::HTTP/, turnOff: "the header Connection: close" },
  { name: "npm urllib", userAgent: /^node-urllib\//, turnOff: "socketErrorRetry: 0" },
  { name: "fasthttp", userAgent: /^fasthttp/, turnOff: "MaxIdemponentCallAttempts: 1" },
  { name: "neon", userAgent: /\bneon\//, turnOff: "ne_set_session_flag(session, NE_SESSFLAG_PERSIST, 0)" },
  { name: "a browser or Qt", userAgent: /^Mozilla\//, turnOff: undefined },
  { name: "libcurl (no User-Agent, like PHP's curl extension)", userAgent: /^$/, turnOff: LIBCURL },
];

/** Clients that were never seen to send a POST again: then the caller's own code does. */
const neverResend =
  /^(node|undici|axios|got|node-fetch|python-requests|python-httpx|Python-urllib|Python\/.* aiohttp|Ruby|Go-http-client|Apache-HttpClient|Java-http-client)([/ ]|$)/;

/**
 * How to stop a client from sending lost calls again, as a clause: "to turn that off in Wget: --tries=1". Undefined for
 * a client that never does so.
 */
export function resendingClientText(userAgent: string | undefined = ""): string | undefined {
  if (neverResend.test(userAgent)) return undefined;
  const client = resendingClients.find((one) => one.userAgent.test(userAgent));
  if (client === undefined) return `look for a retry of lost connections in ${userAgent}`;
  const { name, turnOff } = client;
  return turnOff === undefined ? `${name} has no switch for that` : `to turn that off in ${name}: ${turnOff}`;
}

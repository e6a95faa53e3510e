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
  { name: "isahc", userAgent: /isahc/, turnOff: "connection_cache_size(0)" },
  { name: "libcurl", userAgent: /curl/i, turnOff: LIBCURL },
  { name: "Wget", userAgent: /^wget/i, turnOff: "--tries=1" },
  { name: "Java's HttpURLConnection", userAgent: /^Java\//, turnOff: "-Dsun.net.http.retryPost=false" },
  { name: "OkHttp", userAgent: /^okhttp\//, turnOff: "retryOnConnectionFailure(false)" },
  {
    name: "Commons HttpClient",
    userAgent: /^Jakarta Commons-HttpClient/,
    turnOff: "DefaultHttpMethodRetryHandler(0, false)",
  },
  { name: "Apache HttpClient 5", userAgent: /^Apache-HttpClient\/5/, turnOff: "disableAutomaticRetries()" },
  { name: "httplib2", userAgent: /^Python-httplib2/, turnOff: undefined },
  { name: "geventhttpclient", userAgent: /gevent-http-client/, turnOff: undefined },
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
  /^(node|undici|axios|got|node-fetch|python-requests|python-urllib3|python-httpx|Python-urllib|Python\/.* aiohttp|Ruby|rest-client|Go-http-client|Apache-HttpClient|Java-http-client|libwww-perl|HTTP-Tiny|Mojolicious|ureq)([/ ]|$)/;

/**
 * True if the client sends a POST again by itself after this fault, on any connection. Seen with Apache HttpClient 5.2.1,
 * a second later, and with Guzzle 7.4.5, twice at once: curl tells it of half the headers as no error.
 */
export const resendsAfter = (fault: string | undefined, userAgent = ""): boolean =>
  ((fault === "http-429" || fault === "http-503") && userAgent.startsWith("Apache-HttpClient/5")) ||
  isGuzzleAfterHalf(fault, userAgent);

const isGuzzleAfterHalf = (fault: string | undefined, userAgent: string): boolean =>
  fault === "truncated-head" && userAgent.startsWith("GuzzleHttp/");

/** Clients that send a POST again only on a connection that was used before. */
const onUsedOnly = /^(GuzzleHttp|Symfony HttpClient|okhttp|Furl::HTTP)|curl|typhoeus|\bneon\//i;

const clientOf = (userAgent: string): ResendingClient | undefined =>
  resendingClients.find((one) => one.userAgent.test(userAgent));

/** True if the client is known by its name to send lost calls again. */
export const isKnownToResend = (userAgent = ""): boolean => userAgent !== "" && clientOf(userAgent) !== undefined;

/**
 * Why the client can't have sent a lost call again by itself, as a clause. Undefined if it may have.
 * @param isOnNew True if the lost call was the first on its connection.
 */
export function neverResentText(userAgent: string | undefined, isOnNew = false): string | undefined {
  // Other clients than libcurl send no name, either.
  if (!userAgent) return undefined;
  if (neverResend.test(userAgent)) return `${userAgent} never does so by itself`;
  if (!isOnNew || !onUsedOnly.test(userAgent)) return undefined;
  return `${clientOf(userAgent)?.name} does so by itself only on a connection that was used before`;
}

/** How to stop a client from sending calls again that a fault lost, as a clause: "to turn that off in Wget: --tries=1". */
export function resendingClientText(userAgent = "", fault?: string): string {
  if (isGuzzleAfterHalf(fault, userAgent))
    return "to turn that off in Guzzle: a body that it can't rewind, new NoSeekStream(Utils::streamFor($json)), since CURLOPT_FORBID_REUSE doesn't prevent it after half of the headers";
  const client = clientOf(userAgent);
  if (client === undefined) return `look for a retry of lost connections in ${userAgent}`;
  const { name, turnOff } = client;
  return turnOff === undefined ? `${name} has no switch for that` : `to turn that off in ${name}: ${turnOff}`;
}

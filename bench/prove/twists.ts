import { gzipSync } from "node:zlib";
import type { Random } from "./random.js";
import type { Request, Shot } from "./request.js";

type Twist = (request: Request, random: Random) => Partial<Request>;

const header =
  (name: string, value: string): Twist =>
  ({ headers }) => ({ headers: [...headers, [name, value]] });
const instead =
  (name: string, value: string): Twist =>
  ({ headers }) => ({ headers: [...headers.filter(([one]) => one !== name), [name, value]] });
const body =
  (change: (body: Buffer, random: Random) => Buffer): Twist =>
  (request, random) => ({
    body: change(request.body, random),
    framing: request.framing === "none" ? "length" : request.framing,
  });
const spliced = (bytes: Buffer, random: Random, piece: Buffer): Buffer => {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
};

const bodies: readonly Twist[] = [
  body((bytes, random) => bytes.subarray(0, random.below(bytes.length + 1))),
  body((bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])),
  body((bytes, random) =>
    spliced(bytes, random, Buffer.from(random.pick([[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0]]))),
  ),
  body((bytes) => Buffer.from(bytes.toString("utf8").replace("{", '{"merchantId":4,"request":"{}",'))),
  body((bytes) => Buffer.from(`${'{"a":'.repeat(2000)}${bytes}${"}".repeat(2000)}`)),
  body((bytes, random) =>
    random.isOneIn(20) ? Buffer.alloc(1_200_000, 0x20) : Buffer.concat([bytes, Buffer.alloc(5000, 0x20)]),
  ),
  body((_, random) =>
    Buffer.from(
      random.pick(["", "null", "[]", '"x"', "{", "{}", "1", "\u0000", "{}{}", "{'a':1}", "[".repeat(50_000)]),
    ),
  ),
  body((bytes) => Buffer.from(bytes.toString("utf8"), "utf16le")),
  (request) => ({
    body: gzipSync(request.body),
    headers: [...request.headers, ["Content-Encoding", "gzip"]],
    framing: "length",
  }),
];

/** What nothing of may be done. */
const foreign: readonly Twist[] = [
  instead("Host", "evil.example"),
  instead("Host", "evil.example:4655"),
  instead("Host", "127.0.0.1.evil.example"),
  instead("Host", "localhost.evil.example"),
];

const headers: readonly Twist[] = [
  ...["[::1]", "LOCALHOST", "localhost:1", "x", "0x7f.1", "2130706433"].map((host) => instead("Host", host)),
  ...["text/plain", "application/json; charset=utf-16", "", "a/b/c", "multipart/form-data", "application/jsonx"].map(
    (type) => instead("Content-Type", type),
  ),
  ...["approve", "do-not-honour", "nobody", "", "__proto__", "x".repeat(5000)].map((name) =>
    header("X-Sandbox-Outcome", name),
  ),
  ...["null", "file://", "http://localhost:1"].map((origin) => header("Origin", origin)),
  ...["100-continue", "200-ok"].map((what) => header("Expect", what)),
  ...["BEARER x", "Basic !!", "bearer"].map((text) => header("Authorization", text)),
  header("Upgrade", "websocket"),
  header("Connection", "close"),
  header("Connection", "upgrade"),
  header("Cookie", "a=b; ".repeat(200)),
  header("Accept", "text/html"),
  header("Accept-Language", "zh-HK,zh;q=0.9,*;q=-1"),
  header("X-Forwarded-Host", "evil.example"),
  header("Transfer-Encoding", "gzip"),
  header("If-None-Match", "*"),
  header("Range", "bytes=0-1"),
  header("X-Long", "x".repeat(20_000)),
  header("Access-Control-Request-Method", "POST"),
  header("Content-Length", "1"),
  ({ headers: own }) => ({ headers: own.filter(([name]) => name !== "Host") }),
];

const target =
  (change: (target: string, random: Random) => string): Twist =>
  (request, random) => ({ target: change(request.target, random) });
const targets: readonly Twist[] = [
  target((path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)),
  target((path) => `/..${path}`),
  target((path) => `/%2e%2e${path}`),
  target((path) => path.replaceAll("/", "//")),
  target((path) => `${path}?${"a=1&".repeat(200)}`),
  target((path) => `${path}#x`),
  target((path) => `${path};x=1`),
  target((path) => `${path}%00`),
  target((path) => `${path}%`),
  target((path) => path.toUpperCase()),
  target((path) => `http://localhost${path}`),
  target((path) => `${path}/${"x".repeat(9000)}`),
  target((path) => path.replaceAll("/", "\\")),
  target((path) => `${path}/ü`),
  target((_, random) =>
    random.pick(["*", "/", "//", "?", "/?", "/%", "/favicon.ico", "/.git/config", "/_sandbox/../x"]),
  ),
];

const framings: readonly Twist[] = (["chunked", "chunked", "both", "short", "long", "none"] as const).map(
  (framing) => () => ({ framing }),
);

const methods: readonly Twist[] = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "post"].map(
  (method) => () => ({ method }),
);

/**
 * One to three of the ways in which a request goes wrong. A ghost keeps its method and its path, which are what it tries,
 * and what is foreign stays so.
 */
export function twisted(shot: Shot, random: Random): Pick<Shot, "request" | "isForeign"> {
  const isGhost = /\/lane\/(?!wild|tame)/.test(shot.request.target);
  const kinds = [bodies, bodies, foreign, framings, ...(isGhost ? [] : [headers, targets, methods])];
  let { request, isForeign } = shot;
  for (let n = 1 + random.below(3); n > 0; n--) {
    const kind = random.pick(kinds);
    request = { ...request, ...random.pick(kind)(request, random) };
    if (kind === foreign) isForeign = true;
  }
  // A later twist may have put another Host: the last one counts, or two of them are refused by the parser.
  const hosts = request.headers.filter(([name]) => name === "Host");
  return { request, isForeign: isForeign && (shot.isForeign || hosts.every(([, host]) => /evil/.test(host))) };
}

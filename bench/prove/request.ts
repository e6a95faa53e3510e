/** How the body's length is told. The last four lie, or say nothing. */
export type Framing = "length" | "chunked" | "both" | "short" | "long" | "none";

/** A request in parts, so that it can be made smaller part by part. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly framing: Framing;
}

/** A request, and what may come of it. */
export interface Shot {
  readonly request: Request;
  /** It comes from a foreign site: nothing of it may be done. */
  readonly isForeign: boolean;
  /** It may be kept waiting on purpose: by a wait, the events, or a rule of this lane. */
  readonly mayHang: boolean;
}

/** As it goes over the socket. */
export function bytesOf({ method, target, headers, body, framing }: Request): Buffer {
  const lines = [...headers, ...framingHeaders(framing, body.length)].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, "utf8");
  return Buffer.concat([head, framing === "chunked" || framing === "both" ? chunks(body) : body]);
}

function framingHeaders(framing: Framing, length: number): readonly (readonly [string, string])[] {
  switch (framing) {
    case "length":
      return [["Content-Length", String(length)]];
    case "chunked":
      return [["Transfer-Encoding", "chunked"]];
    case "both":
      return [
        ["Content-Length", String(length)],
        ["Transfer-Encoding", "chunked"],
      ];
    case "short":
      return [["Content-Length", String(length + 100)]];
    case "long":
      return [["Content-Length", String(Math.max(0, length - 5))]];
    case "none":
      return [];
  }
}

const CHUNK = 1000;

function chunks(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += CHUNK) {
    const piece = body.subarray(at, at + CHUNK);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
  }
  return Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")]);
}

/** Whether the server can tell where the request ends, so that one answer must come and the next request is read. */
export const isFramed = ({ method, framing, body, headers }: Request): boolean =>
  method !== "post" &&
  (framing === "length" || framing === "chunked" || (framing === "none" && body.length === 0)) &&
  !headers.some(([name]) => ["Content-Length", "Transfer-Encoding", "Expect", "Upgrade"].includes(name));

/** A line for a shell; what curl cannot send as it is comes from a base64 of the raw bytes. */
export function shown(request: Request, url: string): string {
  const { host, hostname, port } = new URL(url);
  const text = request.body.toString("utf8");
  const isPlain =
    isFramed(request) &&
    Buffer.from(text).equals(request.body) &&
    !text.includes("'") &&
    !text.includes("\0") &&
    /^[!-~]+$/.test(request.target);
  if (!isPlain || request.body.length > 2000)
    return `echo ${bytesOf(request).subarray(0, 20_000).toString("base64")} | base64 -d | nc -q 5 ${hostname} ${port}`;
  const headers = request.headers.map(([name, value]) => ` -H '${name}: ${value.replaceAll("'", "'\\''")}'`).join("");
  const body = text === "" ? "" : ` --data-binary '${text}'`;
  const path = request.target.startsWith("/") ? request.target : `/${request.target}`;
  return `curl -i --path-as-is -X ${request.method}${headers}${body} 'http://${host}${path}'`;
}

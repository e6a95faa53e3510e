import { type IncomingHttpHeaders, request } from "node:http";

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface RawAnswer {
  readonly http: number;
  readonly headers: IncomingHttpHeaders;
  /** {} where it is no JSON. */
  readonly body: { readonly code?: string; readonly message?: string; readonly fix?: string };
}

/** A request whose every header is the test's own, Host too. */
export function rawCall(url: string, { method = "GET", headers = {}, body = "" }: Sent = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () =>
        resolve({
          http: answer.statusCode ?? 0,
          headers: answer.headers,
          body: text !== "" && answer.headers["content-type"]?.includes("json") ? JSON.parse(text) : {},
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

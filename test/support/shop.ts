import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { PATIENT } from "./balancer.js";
import { listening } from "./listening.js";

/** What a notify endpoint was sent. */
export interface Heard {
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** A shop's notify endpoint. */
export interface Shop extends AsyncDisposable {
  readonly notifyUrl: string;
  readonly heard: readonly Heard[];
}

/** Listens on a free port of the loopback; answers `OK` unless `judge` says otherwise. */
export async function startShop(judge: (heard: Heard) => boolean | Promise<boolean> = () => true): Promise<Shop> {
  const heard: Heard[] = [];
  const server = await listening(async (request, response) => {
    const body = await textOf(request);
    // A browser that comes back brings none.
    const one = { body, headers: request.headers, fields: body === "" ? {} : JSON.parse(body) };
    heard.push(one);
    const accepts = await judge(one);
    response.writeHead(accepts ? 200 : 400).end(accepts ? "OK" : "refused");
  }, PATIENT);
  return { ...server, notifyUrl: `${server.url}/notify`, heard };
}

/** A shop that keeps its answers back until it is let; `heardOne` resolves when it has heard something. */
export async function startHangingShop(): Promise<Shop & { readonly heardOne: Promise<void>; letAnswer(): void }> {
  const mayAnswer = Promise.withResolvers<boolean>();
  const heardOne = Promise.withResolvers<void>();
  const shop = await startShop(() => {
    heardOne.resolve();
    return mayAnswer.promise;
  });
  return { ...shop, heardOne: heardOne.promise, letAnswer: () => mayAnswer.resolve(true) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}

import type { KeyObject } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { canonicalText } from "../../../core/signing/canonical.js";
import { isSignedBy } from "../../../core/signing/signature.js";
import { objectIn } from "../../../package/json.js";

/** How a notification address answers. */
export interface NotifyAnswer {
  readonly status: number;
  readonly body: string;
}

/** An address given to the service, and the notifications that it received. */
export interface NotifyAddress {
  readonly url: string;
  /** The received bodies, oldest first. */
  readonly heard: readonly string[];
  /** How it answers from now on. */
  answers: NotifyAnswer;
  /** Resolves with true once this many have arrived, or with false after `ms` of real time. */
  readonly hears: (count: number, ms: number) => Promise<boolean>;
}

/** Receives the service's notifications. */
export interface Listener extends AsyncDisposable {
  /** The key that verifies the service's notifications. Undefined if it is unknown. */
  readonly key?: KeyObject | undefined;
  readonly address: (answers: NotifyAnswer) => NotifyAddress;
}

/** No notification is longer than this. */
const BODY_MAX_CHARS = 100_000;

/**
 * Listens on loopback. `publicUrl`: the address through which the service can reach it. By default, the loopback
 * address itself.
 */
export async function startListener({
  port = 0,
  publicUrl,
  key,
}: {
  port?: number;
  publicUrl?: string;
  key?: KeyObject | undefined;
} = {}): Promise<Listener> {
  const addresses = new Map<string, Address>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) if (body.length < BODY_MAX_CHARS) body += piece;
    const address = addresses.get(request.url?.split("/").at(-1) ?? "");
    const answer = address?.answers ?? { status: 404, body: "" };
    response.writeHead(answer.status).end(answer.body, () => address?.arrived(body));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const base = publicUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    key,
    address: (answers) => {
      const name = `notify-${addresses.size + 1}`;
      const address = new Address(`${base.replace(/\/$/, "")}/${name}`, answers);
      addresses.set(name, address);
      return address;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

class Address implements NotifyAddress {
  readonly url: string;
  answers: NotifyAnswer;
  readonly heard: string[] = [];
  readonly #arrivals = new EventEmitter();

  constructor(url: string, answers: NotifyAnswer) {
    this.url = url;
    this.answers = answers;
  }

  arrived(body: string): void {
    this.heard.push(body);
    this.#arrivals.emit("one");
  }

  async hears(count: number, ms: number): Promise<boolean> {
    const signal = AbortSignal.timeout(ms);
    while (this.heard.length < count && !signal.aborted)
      await once(this.#arrivals, "one", { signal }).catch(() => undefined);
    return this.heard.length >= count;
  }
}

/** 256 bytes in standard base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{342}==$/;

/** The fault of a notification's signature, or undefined if there is none. Without a key, checks only the format. */
export function signatureFault(body: string, key: KeyObject | undefined): string | undefined {
  const { signature, ...fields } = objectIn(body) ?? {};
  if (typeof signature !== "string" || !SIGNATURE.test(signature))
    return "has no signature of 344 characters: check who else sends requests to this address";
  if (!key || isSignedBy(canonicalText(textsIn(fields)), signature, [key])) return undefined;
  return "is not signed by the key of --notification-key: give this environment's public key, or tell the service's operator";
}

const textsIn = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === "string"));

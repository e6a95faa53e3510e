import type { KeyObject } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { objectIn } from "../../package/json.js";
import { canonicalText } from "../../signing/canonical.js";
import { isSignedBy } from "../../signing/verify.js";

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

interface Kept {
  readonly address: NotifyAddress & { readonly heard: string[] };
  readonly wakes: Set<() => void>;
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
  const kept = new Map<string, Kept>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) if (body.length < BODY_MAX_CHARS) body += piece;
    heard(kept.get(request.url?.split("/").at(-1) ?? ""), body, response);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const base = publicUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    key,
    address: (answers) => {
      const name = `notify-${kept.size + 1}`;
      const wakes = new Set<() => void>();
      const heard: string[] = [];
      const address = { url: `${base.replace(/\/$/, "")}/${name}`, heard, answers, hears };
      kept.set(name, { address, wakes });
      return address;

      function hears(count: number, ms: number): Promise<boolean> {
        return new Promise((resolve) => {
          const timer = setTimeout(() => done(false), ms);
          const look = () => heard.length >= count && done(true);
          const done = (isHeard: boolean) => {
            clearTimeout(timer);
            wakes.delete(look);
            resolve(isHeard);
          };
          wakes.add(look);
          look();
        });
      }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function heard(to: Kept | undefined, body: string, response: ServerResponse): void {
  const { status, body: text } = to?.address.answers ?? { status: 404, body: "" };
  response.writeHead(status).end(text, () => {
    to?.address.heard.push(body);
    for (const wake of [...(to?.wakes ?? [])]) wake();
  });
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

import type { KeyObject } from "node:crypto";
import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { canonicalText, isSignedBy } from "../../../core/signing/signature.js";
import { boundedBody } from "../../../package/bounded-body.js";
import { objectIn } from "../../../package/json.js";
import { closeServers, listen } from "../../../server/http/listen.js";

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
const BODY_MAX_BYTES = 100_000;

interface ListenerOptions {
  readonly port?: number;
  /** The address through which the service can reach it. By default, the loopback address itself. */
  readonly publicUrl?: string | undefined;
  readonly key?: KeyObject | undefined;
}

/** Listens on loopback. */
export async function startListener({ port = 0, publicUrl, key }: ListenerOptions = {}): Promise<Listener> {
  const addresses = new Map<string, NotifyAddress & { readonly arrived: (body: string) => void }>();
  const servers = await listen({ host: "127.0.0.1", port }, async (request, response) => {
    const address = addresses.get(request.url?.split("/").at(-1) ?? "");
    const pieces = await boundedBody(request, BODY_MAX_BYTES);
    const { status, body } = address?.answers ?? { status: 404, body: "" };
    response.writeHead(status).end(body, () => address?.arrived(Buffer.concat(pieces ?? []).toString("utf8")));
  });
  const base = publicUrl?.replace(/\/$/, "") ?? `http://127.0.0.1:${(servers[0]!.address() as AddressInfo).port}`;
  return {
    key,
    address: (answers) => {
      const name = `notify-${addresses.size + 1}`;
      const address = addressAt(`${base}/${name}`, answers);
      addresses.set(name, address);
      return address;
    },
    [Symbol.asyncDispose]: () => closeServers(servers),
  };
}

function addressAt(url: string, answers: NotifyAnswer) {
  const heard: string[] = [];
  const arrivals = new EventEmitter();
  return {
    ...{ url, answers, heard },
    arrived: (body: string): void => {
      heard.push(body);
      arrivals.emit("one");
    },
    hears: async (count: number, ms: number): Promise<boolean> => {
      const signal = AbortSignal.timeout(ms);
      while (heard.length < count && !signal.aborted) await once(arrivals, "one", { signal }).catch(() => undefined);
      return heard.length >= count;
    },
  };
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

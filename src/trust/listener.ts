import type { KeyObject } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a notify address answers. */
export interface NotifyAnswer {
  readonly status: number;
  readonly body: string;
}

/** An address that was given to the service, and what came there. */
export interface NotifyAddress {
  readonly url: string;
  /** The bodies that came, oldest first. */
  readonly heard: readonly string[];
  /** What is answered from now on. */
  answers: NotifyAnswer;
  /** Resolves when so many have come: true; false where they have not within `ms` of real time. */
  readonly hears: (count: number, ms: number) => Promise<boolean>;
}

/** Hears what the service notifies. */
export interface Listener extends AsyncDisposable {
  /** What the service signs its notifications with; undefined where nobody has it. */
  readonly key?: KeyObject | undefined;
  readonly address: (answers: NotifyAnswer) => NotifyAddress;
}

interface Kept {
  readonly address: NotifyAddress & { readonly heard: string[] };
  readonly wakes: Set<() => void>;
}

/** No notification is longer. */
const BODY_MAX_CHARS = 100_000;

/** Listens on the loopback. `publicUrl`: what leads there from where the service is; left out: the loopback itself. */
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

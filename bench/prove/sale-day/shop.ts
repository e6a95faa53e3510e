import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What was heard of an order. */
export interface Told {
  /** Real time of the first attempt. */
  readonly at: number;
  readonly orderId: string;
  /** As text, with two places. */
  readonly amount: string;
  attempts: number;
  acknowledged: number;
}

/** The notify endpoint of all shops. It takes one of fifty only at the second attempt. */
export class NotifyEndpoint implements AsyncDisposable {
  readonly heard = new Map<string, Told>();
  readonly wrong: string[] = [];
  url = "";
  #key: KeyObject | undefined;
  readonly #server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const isTaken = this.#take(text);
    response.writeHead(isTaken ? 200 : 500).end(isTaken ? "OK" : "later");
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/notify`;
  }

  /** From now on each one's signature is verified by this key. */
  trust(publicKeyPem: string): void {
    this.#key = createPublicKey(publicKeyPem);
  }

  #take(text: string): boolean {
    const { signature = "", ...fields } = JSON.parse(text) as Record<string, string>;
    const { merchantReference = "", orderId = "", amount = "", status } = fields;
    const signed = Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join("&");
    if (!this.#key || !verify("sha256", Buffer.from(signed), this.#key, Buffer.from(signature, "base64")))
      this.wrong.push(`a notification has a wrong signature: ${text.slice(0, 300)}`);
    if (status !== "SUCCESS") this.wrong.push(`a notification tells ${status}: ${text.slice(0, 300)}`);
    const told = this.heard.get(merchantReference);
    if (told && (told.orderId !== orderId || told.amount !== amount))
      this.wrong.push(`two notifications of ${merchantReference} differ: ${JSON.stringify(told)}, ${text}`);
    const one = told ?? { at: performance.now(), orderId, amount, attempts: 0, acknowledged: 0 };
    this.heard.set(merchantReference, one);
    const isTaken = ++one.attempts > 1 || Number(orderId) % 50 !== 0;
    if (isTaken) one.acknowledged++;
    return isTaken;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((closed) => {
      this.#server.close(() => closed());
      this.#server.closeAllConnections();
    });
  }
}

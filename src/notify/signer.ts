import type { KeyObject } from "node:crypto";
import { signText } from "../signing/sign.js";

/** How much is kept, in characters of what was signed. */
const KEPT_CHARS = 500_000;

/**
 * Signs with one key. What is signed again has the signature that it had: copies, retries and lanes of one seed say the
 * same, and a signature costs more than the rest of a notification.
 */
export class Signer {
  readonly #key: KeyObject;
  readonly #made = new Map<string, Promise<string>>();
  #chars = 0;

  constructor(key: KeyObject) {
    this.#key = key;
  }

  sign(text: string): Promise<string> {
    return this.#made.get(text) ?? this.#make(text);
  }

  #make(text: string): Promise<string> {
    const signature = signText(text, this.#key);
    this.#made.set(text, signature);
    this.#chars += text.length;
    signature.catch(() => this.#forget(text));
    for (const oldest of this.#made.keys()) {
      if (this.#chars <= KEPT_CHARS) break;
      this.#forget(oldest);
    }
    return signature;
  }

  #forget(text: string): void {
    if (this.#made.delete(text)) this.#chars -= text.length;
  }
}

import type { KeyObject } from "node:crypto";
import { signText } from "../../core/signing/signature.js";

/** The size of the cache, in characters of signed text. */
const KEPT_CHARS = 500_000;

/**
 * Signs with one key and caches signatures. Copies, retries and lanes with the same seed sign the same text, and a
 * signature takes longer than everything else in a notification.
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

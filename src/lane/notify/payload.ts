import { fieldsSaid, forgedFields } from "../../core/scenario/effects/forgeries.js";
import { canonicalText } from "../../core/signing/signature.js";
import type { OutboxEntry } from "../ports/outbox.js";
import type { Signer } from "./signer.js";

/** The body of a notification, signed in the thread pool. A forgery changes it before or after it is signed. */
export async function payloadOf({ fields, effects }: Pick<OutboxEntry, "fields" | "effects">, signer: Signer) {
  const said = fieldsSaid(fields, effects.forge);
  const signature = await signer.sign(canonicalText(said));
  // `fields` has an empty signature, which reserves its position.
  return JSON.stringify(forgedFields({ ...said, signature }, effects.forge));
}

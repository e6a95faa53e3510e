import { type KeyObject, sign } from "node:crypto";
import type { SignedEnvelope } from "./envelope.js";

/** Signs in the thread pool, so that answers do not wait for the 0.3 ms it takes. Base64 without line breaks. */
export const signText = (text: string, key: KeyObject): Promise<string> =>
  new Promise((resolve, reject) => {
    sign("sha256", Buffer.from(text), key, (error, signature) =>
      error ? reject(error) : resolve(signature.toString("base64")),
    );
  });

/** What a merchant sends: the text goes as it is, for its bytes are what is verified. */
export const signedEnvelope = (request: string, key: KeyObject): SignedEnvelope => ({
  request,
  signature: sign("sha256", Buffer.from(request), key).toString("base64"),
});

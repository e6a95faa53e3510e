import * as z from "zod";
import { named, namedObject } from "../../../core/scenario/values/public-schemas.js";
import { demoMerchants } from "../../../lane/fixtures.js";
import { text } from "../../../lane/views/schemas/schema-parts.js";
import { call, ok } from "../call.js";
import { refuse } from "../http/errors.js";
import { merchantId } from "../http/parameters.js";

const signBody = namedObject("ToSign", {
  merchantId: merchantId
    .optional()
    .describe("the calling merchant; when left out, the one in params, else the demo merchant"),
  params: z
    .union([z.record(z.string(), z.unknown()), z.string()], { error: "the parameters, or their JSON as text" })
    .describe("an object is signed as JSON, a text exactly as it is"),
});

const envelopeSchema = named(
  "Envelope",
  z.strictObject({
    request: text("the parameters as text, exactly as signed", '{"merchantId":3}'),
    signature: text("SHA256withRSA over exactly this text, in base64", "bLr0…"),
  }),
  "The body of a call of the payment API.",
);

/** Signs as a merchant, for callers without the key, such as the console or curl. */
export const signCalls = [
  call("POST /sign", "The body of a call, signed by the demo merchant's key", {
    body: signBody,
    answers: { 200: envelopeSchema },
    run: async ({ context, lane, body: { merchantId, params } }) => {
      const signer = merchantId ?? merchantOf(params) ?? demoMerchants[0]!.merchantId;
      const envelope = await context.sign(lane, signer, typeof params === "string" ? params : JSON.stringify(params));
      return envelope
        ? ok(envelope)
        : refuse(
            409,
            "no-private-key",
            `the sandbox does not have the private key of merchant ${signer}`,
            "sign it yourself (payment-sandbox sign --key), or call as the demo merchant 3; it signs as another merchant that has the demo merchant's public key",
          );
    },
  }),
];

function merchantOf(params: object | string): number | undefined {
  if (typeof params === "string") return undefined;
  const checked = z.coerce
    .number()
    .pipe(merchantId)
    .safeParse((params as { merchantId?: unknown }).merchantId);
  return checked.success ? checked.data : undefined;
}

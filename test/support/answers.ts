import * as z from "zod";
import { type AnyCall, isRaw } from "../../src/server/control-api/call.js";
import { calls } from "../../src/server/control-api/calls.js";
import { errorSchema } from "../../src/server/control-api/http/errors.js";

const patterns = (calls as readonly AnyCall[]).map((call) => ({
  call,
  fits: new RegExp(`^${call.method} ${call.path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** Throws where an answer of the control API is not what its call's schema says, to the last member. */
export function expectFitting(method: string, path: string, http: number, body: unknown): void {
  const name = `${method} /${path.split("?")[0]}`;
  const call = patterns.find(({ fits }) => fits.test(name))?.call;
  const schema = schemaOf(call, http);
  if (schema === null) {
    if (body !== undefined) throw new Error(`expected no body of ${name}, found ${JSON.stringify(body)}`);
    return;
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new Error(`${name} answered ${http} with what its schema does not take:\n${z.prettifyError(parsed.error)}`);
}

/** Of a status that the call lists; of a refusal; null: no body. */
function schemaOf(call: AnyCall | undefined, http: number): z.ZodType | null {
  const answers: Readonly<Record<number, z.ZodType | null>> =
    call === undefined ? {} : isRaw(call) ? { 200: z.unknown() } : call.answers;
  const schema = answers[http] ?? (http in answers ? null : undefined);
  if (schema !== undefined) return schema;
  if (http < 400) throw new Error(`${call?.method} ${call?.path} answered ${http}, which it does not list`);
  return errorSchema;
}

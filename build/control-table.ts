import type * as z from "zod";
import { type AnyCall, isRaw } from "../src/control/call.js";
import { calls } from "../src/control/calls.js";
import { publicSchemas } from "../src/scenario/public-schemas.js";

/** What has more members than this is told by its name: the OpenAPI document and the library's types have the rest. */
const MEMBERS_MAX = 6;

/** The calls of the control API: what each does, takes and answers. */
export const controlRows = (): readonly (readonly string[])[] =>
  (calls as readonly AnyCall[]).map((call) => [
    `\`${call.method} ${call.path.replace(/^\//, "")}\``,
    call.summary,
    isRaw(call) ? "–" : told(call.query ?? call.body ?? call.document?.schema) || "–",
    isRaw(call) ? call.answer : Object.entries(call.answers).map(answers).join("; "),
  ]);

function answers([http, schema]: [string, z.ZodType | null]): string {
  const members = told(schema ?? undefined);
  return http === "200" ? members : `${http}${members && `: ${members}`}`;
}

/** The members of an object; those that may be left out with `?`. */
function told(schema: z.ZodType | undefined): string {
  const members = [...membersOf(schema)];
  const name = [...publicSchemas].find(([, one]) => one === schema)?.[0];
  return members.length > MEMBERS_MAX && name !== undefined
    ? `\`${name}\``
    : members.map(([member, isNeeded]) => `\`${member}${isNeeded ? "" : "?"}\``).join(", ");
}

/** By name, with whether they are needed; of variants: in each of them. */
function membersOf(schema: z.ZodType | undefined): ReadonlyMap<string, boolean> {
  const { def } = (schema as z.core.$ZodTypes | undefined)?._zod ?? {};
  if (def?.type === "object")
    return new Map(
      Object.entries(def.shape).map(([name, { _zod }]) => [name, !isOptional(_zod as z.core.$ZodTypes["_zod"])]),
    );
  if (def?.type !== "union") return new Map();
  const variants = def.options.map((option) => membersOf(option as z.ZodType));
  const names = new Set(variants.flatMap((variant) => [...variant.keys()]));
  return new Map([...names].map((name) => [name, variants.every((variant) => variant.get(name) === true)]));
}

const isOptional = ({ def }: z.core.$ZodTypes["_zod"]): boolean => def.type === "optional" || def.type === "default";

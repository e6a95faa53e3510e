import { ruleSchema } from "../../core/scenario/rule/rule.js";
import { type Objection, pathText } from "../../core/scenario/values/issues.js";

const FAILS = '{"fault": "http-500", "placed": "before-commit"}';
const DECLINE = '{"outcome": "do-not-honour"}';
const OWN_CODE = '{"outcome": {"responseCode": "9999", "message": "…"}}';

/** What agents write as effects of a rule, and the effect that does it. */
const inThen: Readonly<Record<string, string>> = {
  timeout: '{"fault": "no-response", "placed": "after-commit"}',
  ...{ status: FAILS, http: FAILS, httpStatus: FAILS, error: FAILS },
  ...{ decline: DECLINE, reason: DECLINE },
  ...{ responseCode: OWN_CODE, code: OWN_CODE, message: OWN_CODE },
};

const membersIn = (room: "when" | "then"): readonly string[] => {
  const schema = ruleSchema.shape[room];
  const inner = "unwrap" in schema ? schema.unwrap() : schema;
  return Object.keys((inner as { shape: object }).shape);
};

/** What is expected in the place of an unknown member of a rule. Undefined if nobody knows what it means. */
export function insteadOfMember({ path, unknownMember: member }: Objection): string | undefined {
  if (member === undefined) return undefined;
  if (pathText(path) === "then" && Object.hasOwn(inThen, member)) return inThen[member];
  const room =
    path.length === 0 ? (["when", "then"] as const).find((one) => membersIn(one).includes(member)) : undefined;
  return room && `it in ${room}: {"${room}": {"${member}": …}}`;
}

import { createHash, timingSafeEqual } from "node:crypto";

/** A bearer token of the control API, and the lanes that it opens: a name in which `*` stands for any text. */
export interface AdminToken {
  readonly name: string;
  readonly token: string;
  readonly lanes: string;
}

/** Opens all lanes. */
export const ALL_LANES = "*";

/** The token that is given. All of them are looked at, each in the same time wherever the two differ, whatever their lengths. */
export function tokenGiven(tokens: readonly AdminToken[], given: string): AdminToken | undefined {
  const found = tokens.filter(({ token }) => isEqual(token, given));
  return found[0];
}

const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether a token opens a lane. */
export function opens({ lanes }: Pick<AdminToken, "lanes">, lane: string): boolean {
  const [first = "", ...rest] = lanes.split("*");
  if (rest.length === 0) return lane === lanes;
  const last = rest.pop()!;
  if (!lane.startsWith(first) || lane.length < first.length + last.length || !lane.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = lane.indexOf(part, at);
    if (found === -1 || found + part.length > lane.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}

/** A team's token was used for what is not the team's. */
export class NotYours extends Error {
  constructor({ name, lanes }: AdminToken, what: string) {
    super(`the token ${name} opens lanes ${lanes}, not ${what}`);
  }
}

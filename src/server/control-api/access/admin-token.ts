import { createHash, timingSafeEqual } from "node:crypto";
import { fitsPattern } from "../../../lane/ports/name.js";

/** A bearer token of the control API. `lanes` names the lanes that it opens. In it, `*` stands for any text. */
export interface AdminToken {
  readonly name: string;
  readonly token: string;
  readonly lanes: string;
  readonly quota?: Quota | undefined;
}

/** The most that a team's lanes may hold together. */
export interface Quota {
  readonly lanes?: number | undefined;
  readonly orders?: number | undefined;
  /** The size of the lanes' request journals, counted as for `--journal-bytes`. */
  readonly bytes?: number | undefined;
}

/** Opens all lanes. */
export const ALL_LANES = "*";

/** The token that matches. Compares with all of them, each in constant time, so that timing reveals nothing. */
export function tokenGiven(tokens: readonly AdminToken[], given: string): AdminToken | undefined {
  const found = tokens.filter(({ token }) => isEqual(token, given));
  return found[0];
}

const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** True if a token opens a lane. */
export const opens = ({ lanes }: Pick<AdminToken, "lanes">, lane: string): boolean => fitsPattern(lanes, lane);

/** A team's token was used outside the team's lanes. `named`: what the call gives a name, if it does. */
export class NotYours extends Error {
  readonly fix: string;

  constructor({ name, lanes }: AdminToken, what: string, named?: "lane" | "snapshot" | "console") {
    super(`the token ${name} opens lanes ${lanes}, not ${what}`);
    this.fix =
      named === undefined
        ? "use one of your lanes, or a token for this lane"
        : named === "console"
          ? "each lane has a console of its own: open /lane/<one of your lanes>/_sandbox/ui behind the sandbox's address"
          : `give the ${named} a name that fits ${lanes}`;
  }
}

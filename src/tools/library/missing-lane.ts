import { type Described, sentence } from "../../core/scenario/values/issues.js";
import { firstFew } from "../../core/scenario/values/plural.js";
import { similar } from "../../core/scenario/values/similar.js";
import { ControlClient, type ControlTarget } from "./control-client.js";

/** A lane that a sandbox doesn't have. It opens a lane on its first use, so a misspelt name would look like an empty one. */
export interface MissingLane {
  readonly name: string;
  readonly others: readonly string[];
}

/** Undefined if the sandbox has this lane. Throws if the list can't be read. */
export async function missingLane(target: ControlTarget, name: string | undefined): Promise<MissingLane | undefined> {
  if (name === undefined || name === "default") return undefined;
  const others = (await new ControlClient(target).call("GET /lanes", {})).lanes.map((lane) => lane.name);
  return others.includes(name) ? undefined : { name, others };
}

const SHOWN = 10;

/** Some names, because there may be thousands. A team may see none. */
export const someOf = (names: readonly string[]): string => (names.length === 0 ? "none" : firstFew(names, SHOWN));

/** For a sentence about a lane that must be one of them. */
export const oneOf = ({ others }: Pick<MissingLane, "others">): Pick<Described, "expected"> =>
  others.length === 0 ? {} : { expected: `one of ${someOf(others)}` };

/** A sentence about the lane, with the name that was probably meant. */
export const saidOf = ({ name, others }: MissingLane, told: Omit<Described, "didYouMean">): string =>
  sentence({ ...told, ...similar(name, others) });

/** Says whether the call that came after made the lane. Nothing if it can't be asked. */
export async function madeNote(target: ControlTarget, found: MissingLane): Promise<readonly string[]> {
  const after = await missingLane(target, found.name).catch(() => "unknown");
  if (after === "unknown") return [];
  const what = after === undefined ? "did not exist, so this call made it" : "does not exist";
  return [saidOf(found, { what: `Note: lane ${found.name} ${what}; the others: ${someOf(found.others)}` })];
}

import { sentence } from "../../core/scenario/values/issues.js";
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

/** Some names, because there may be thousands. */
export const someOf = (names: readonly string[]): string =>
  `${names.slice(0, SHOWN).join(", ")}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ""}`;

/** A sentence about the lane. Ends with the name that was probably meant. */
export const saidOf = ({ name, others }: MissingLane, what: string, expected?: string): string =>
  sentence({ what, ...(expected !== undefined && { expected }), ...similar(name, others) });

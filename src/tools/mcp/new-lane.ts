import { sentence, similar } from "../../core/scenario/values/issues.js";
import { isName } from "../../lane/ports/name.js";
import { ControlClient } from "../library/control-client.js";
import type { ToolContext } from "./tool.js";

/** What an agent is told of a lane that doesn't exist yet. */
export interface NewLane {
  /** For a tool that only reads. */
  readonly missing: string;
  /** For any other tool, after it has run: whether it made the lane. */
  readonly note: () => Promise<readonly string[]>;
}

const SHOWN = 10;

/**
 * The lane of a call, if it doesn't exist yet: the sandbox opens a lane on its first use, so a misspelt name would look
 * like an empty lane.
 */
export async function newLaneOf(lane: unknown, context: ToolContext): Promise<NewLane | undefined> {
  if (typeof lane !== "string" || lane === "default" || !isName(lane)) return undefined;
  const names = await lanesOf(context);
  if (names === undefined || names.includes(lane)) return undefined;
  const others = `${names.slice(0, SHOWN).join(", ")}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ""}`;
  const meant = similar(lane, names);
  return {
    missing: sentence({
      what: `there is no lane ${lane}`,
      expected: `one of ${others}; create_lane makes a new one`,
      ...meant,
    }),
    note: async () => {
      const after = await lanesOf(context);
      if (after === undefined) return [];
      const what = after.includes(lane) ? "did not exist, so this call made it" : "does not exist";
      return [sentence({ what: `Note: lane ${lane} ${what}; the others: ${others}`, ...meant })];
    },
  };
}

/** Undefined if the list can't be read: what prevents it prevents the tool, too, and the tool says why. */
async function lanesOf({ target }: ToolContext): Promise<readonly string[] | undefined> {
  const listed = await new ControlClient(target).call("GET /lanes", {}).catch(() => undefined);
  return listed?.lanes.map(({ name }) => name);
}

import { isName } from "../../lane/ports/name.js";
import { madeNote, missingLane, oneOf, saidOf } from "../library/missing-lane.js";
import type { ToolContext } from "./tool.js";

/** What an agent is told of a lane that doesn't exist yet. */
export interface NewLane {
  /** For a tool that only reads. */
  readonly missing: string;
  /** For any other tool, after it has run: whether it made the lane. */
  readonly note: () => Promise<readonly string[]>;
}

/** The lane of a call, if it doesn't exist yet. */
export async function newLaneOf(lane: unknown, context: ToolContext): Promise<NewLane | undefined> {
  if (typeof lane !== "string" || !isName(lane)) return undefined;
  // What prevents that the list is read prevents the tool, too, and the tool says why.
  const found = await missingLane(context.target, lane).catch(() => undefined);
  if (found === undefined) return undefined;
  return {
    missing: saidOf(found, { what: `there is no lane ${lane}`, ...oneOf(found), fix: "create_lane makes a new one" }),
    note: () => madeNote(context.target, found),
  };
}

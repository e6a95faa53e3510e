import { sentence, similar } from "../../core/scenario/values/issues.js";
import { isName } from "../../lane/ports/name.js";
import { ControlClient } from "../library/control-client.js";
import type { ToolContext } from "./tool.js";

/** What an agent is told of a lane that doesn't exist yet. */
export interface NewLane {
  /** For a tool that opens it. */
  readonly note: string;
  /** For a tool that only reads. */
  readonly missing: string;
}

const SHOWN = 10;

/**
 * The lane of a call, if it doesn't exist yet: the sandbox opens a lane on its first use, so a misspelt name would look
 * like an empty lane.
 */
export async function newLaneOf(lane: unknown, { target }: ToolContext): Promise<NewLane | undefined> {
  if (typeof lane !== "string" || lane === "default" || !isName(lane)) return undefined;
  // What keeps the list from being read keeps the tool from working, and the tool says it.
  const listed = await new ControlClient(target).call("GET /lanes", {}).catch(() => undefined);
  const names = listed?.lanes.map(({ name }) => name) ?? [lane];
  if (names.includes(lane)) return undefined;
  const others = `${names.slice(0, SHOWN).join(", ")}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ""}`;
  const meant = similar(lane, names);
  return {
    note: sentence({ what: `Note: lane ${lane} did not exist, so this call made it; the others: ${others}`, ...meant }),
    missing: sentence({
      what: `there is no lane ${lane}`,
      expected: `one of ${others}; create_lane makes a new one`,
      ...meant,
    }),
  };
}

import { sentence, similar } from "../../core/scenario/values/issues.js";
import { plural } from "../../core/scenario/values/plural.js";
import { isName } from "../../lane/ports/name.js";
import { ControlClient } from "../library/control-client.js";
import type { ToolContext } from "./tool.js";

/**
 * A sentence for the agent if a tool is asked about a lane that doesn't exist yet: the sandbox opens a lane on its first
 * use, so a misspelt name would look like an empty lane.
 */
export async function newLaneNote(lane: unknown, { target }: ToolContext): Promise<string | undefined> {
  if (typeof lane !== "string" || lane === "default" || !isName(lane)) return undefined;
  // What keeps the list from being read keeps the tool from working, and the tool says it.
  const listed = await new ControlClient(target).call("GET /lanes", {}).catch(() => undefined);
  const names = listed?.lanes.map(({ name }) => name) ?? [lane];
  if (names.includes(lane)) return undefined;
  const what = `Note: ${lane} is a new lane; ${plural(names.length, "lane")} existed before this call`;
  return sentence({ what, ...similar(lane, names) });
}

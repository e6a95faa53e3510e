import { isRefused } from "../app/explain/lost-answer.js";
import type { RequestDetails } from "../app/explain/request-schema.js";
import { explanationText } from "../app/explain/why-text.js";
import type { SandboxLane } from "./types.js";

/** How many calls back to search, and how many refusals to explain. */
const LOOKED_AT = 1000;
const EXPLAINED = 3;

/**
 * The latest calls of a lane that were refused, declined or cut, oldest first, each with the explanation of `why`.
 * Undefined if there is none.
 */
export async function refusalsText(lane: SandboxLane): Promise<string | undefined> {
  const refused = (await lane.requests({ limit: LOOKED_AT })).filter(isRefused);
  if (refused.length === 0) return undefined;
  const last = await Promise.all(refused.slice(0, EXPLAINED).map(({ id }) => lane.request(id)));
  const counted = refused.length === 1 ? "One call was" : `${refused.length} calls were`;
  const shown = refused.length > EXPLAINED ? ` The last ${EXPLAINED}:` : "";
  const texts = last.toReversed().map((call) => explanationText({ kind: "request", ...(call as RequestDetails) }));
  return `${counted} refused, declined or cut in lane ${lane.name}.${shown}\n\n${texts.join("\n")}`;
}

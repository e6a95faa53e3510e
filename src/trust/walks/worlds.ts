import type { Sandbox, SandboxLane } from "../../library/types.js";
import type { Assume } from "../../scenario/assume-schema.js";
import { objectIn } from "../exchange.js";
import type { Session } from "../session.js";
import { isMastercard } from "../tokens.js";
import { SALE } from "./generate.js";
import type { World } from "./walk.js";

/** The service itself, called as the merchant; what is charged comes out of the session's purse. */
export async function worldOfTarget(session: Session): Promise<World> {
  const [token] = await session.usableTokens();
  return {
    tokenId: token?.tokenId,
    takes: (operation) => operation !== SALE || session.purse.take(),
    call: async (operation, params) => {
      const { http, body } = await session.target.call(operation, params);
      return { http, body };
    },
    end: async () => {},
  };
}

/** A fresh lane with the card that is charged there, and with choices of its own. */
export async function worldOfLane(
  sandbox: Sandbox,
  name: string,
  { session, merchantId, chosen }: { session: Session; merchantId: number; chosen?: Assume | undefined },
): Promise<World> {
  const lane = await sandbox.lane(name);
  if (chosen) await lane.assume(chosen);
  const [token] = await session.usableTokens();
  if (token)
    await lane.putToken({
      merchantId,
      userId: session.userId,
      tokenId: token.tokenId,
      card: isMastercard(token) ? "master-credit" : "visa-credit",
    });
  return laneWorld(lane, merchantId, token?.tokenId);
}

/** A lane as a world of its own. */
export const laneWorld = (lane: SandboxLane, merchantId: number, tokenId: number | undefined): World => ({
  tokenId,
  takes: () => true,
  call: async (operation, params) => {
    const response = await lane.fetch(`/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(await lane.sign({ merchantId, ...params })),
    });
    const body = objectIn(await response.text()) ?? {};
    return { http: response.status, body, restsOn: idsIn(response.headers.get("X-Sandbox-Provenance") ?? "") };
  },
  end: () => lane.drop(),
});

/** What the header does not tell: all answers rest on the spelling, and those to voids on the card of an order that has none. */
const UNTOLD = ["date-spelling", "unpaid-card-type"] as const;

/** The assumptions that an answer rests on, guessed or observed. */
const idsIn = (provenance: string): readonly string[] => [
  ...UNTOLD,
  ...provenance.split("; ").flatMap((part) => part.split(": ")[1]?.split(", ") ?? []),
];

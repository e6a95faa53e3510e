import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import type { Sandbox, SandboxLane } from "../../library/types.js";
import type { Session } from "../calibrate/session/session.js";
import { Undetermined } from "../calibrate/session/session.js";
import { sentTo } from "../compare/lane-call.js";
import { chargesCard } from "../recording/exchange.js";
import { LostAnswer } from "../target/target.js";
import { isMastercard, type StoredToken } from "../target/tokens.js";
import { ACTS, isAct, type WalkAct } from "./generate.js";
import type { WalkAnswer, World } from "./walk.js";

/** The service itself, called as the merchant. Charges use the session's budget. */
export async function worldOfTarget(session: Session): Promise<World> {
  const token = await tokenOf(session);
  return {
    tokenId: token?.tokenId,
    mayCall: (operation) => !chargesCard(operation) || session.budget.take(),
    call: async (operation, params) => {
      try {
        const { http, body } = await session.target.call(operation, params);
        return { http, body };
      } catch (error) {
        // Treats a lost answer as different from every other one. The difference disappears when the calls are
        // repeated.
        if (error instanceof LostAnswer) return { http: 0, body: {} };
        throw error;
      }
    },
    end: async () => {},
  };
}

/** A card that may be charged. Undefined if the service lists none, or refuses to list them. */
async function tokenOf(session: Session): Promise<StoredToken | undefined> {
  try {
    return (await session.usableTokens())[0];
  } catch (error) {
    if (error instanceof Undetermined || error instanceof LostAnswer) return undefined;
    throw error;
  }
}

/** A new lane with its own choices and the card that the service charges. */
export async function worldOfLane(
  sandbox: Sandbox,
  name: string,
  { session, merchantId, chosen }: { session: Session; merchantId: number; chosen?: Assume | undefined },
): Promise<World> {
  const lane = await sandbox.lane(name);
  if (chosen) await lane.assume(chosen);
  const token = await tokenOf(session);
  if (token)
    await lane.putToken({
      merchantId,
      userId: session.userId,
      tokenId: token.tokenId,
      card: isMastercard(token) ? "master-credit" : "visa-credit",
    });
  return laneWorld(lane, merchantId, token?.tokenId);
}

/** Makes a lane usable as a service for walks. */
export const laneWorld = (lane: SandboxLane, merchantId: number, tokenId: number | undefined): World => ({
  tokenId,
  mayCall: () => true,
  call: async (operation, params) => {
    if (isAct(operation)) return acted(lane, operation, Number(params.orderId));
    return sentTo(lane, operation, await lane.sign({ merchantId, ...params }));
  },
  end: () => lane.drop(),
});

/** What the shopper or time does to an order. Its answer is the status, or 409 if the order doesn't allow it. */
async function acted(lane: SandboxLane, act: WalkAct, orderId: number): Promise<WalkAnswer> {
  try {
    return { http: 200, body: { status: (await lane.simulate(orderId, ACTS[act])).status } };
  } catch {
    return { http: 409, body: {} };
  }
}

import type { Sandbox, SandboxLane } from "../../library/types.js";
import { objectIn } from "../exchange.js";
import type { Session } from "../session.js";
import { isMastercard } from "../tokens.js";
import { SALE } from "./generate.js";
import type { World } from "./walk.js";

/** What walks may charge, in calls of 0.30: below 20.00. */
const SALES_MAX = 60;

/** The service itself, called as the merchant. */
export async function worldOfTarget(session: Session): Promise<World> {
  const [token] = await session.usableTokens();
  let sales = 0;
  return {
    tokenId: token?.tokenId,
    call: async (operation, params) => {
      // What is too much is asked for no order: both worlds refuse it.
      const isTooMuch = operation === SALE && ++sales > SALES_MAX;
      const { http, body } = await session.target.call(operation, isTooMuch ? { ...params, amount: 0 } : params);
      return { http, body };
    },
  };
}

/** A fresh lane with the card that is charged there. */
export async function worldOfLane(
  sandbox: Sandbox,
  name: string,
  session: Session,
  merchantId: number,
): Promise<World> {
  const lane = await sandbox.lane(name);
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
  call: async (operation, params) => {
    const response = await fetch(`${lane.url}/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(await lane.sign({ merchantId, ...params })),
    });
    return { http: response.status, body: objectIn(await response.text()) ?? {} };
  },
});

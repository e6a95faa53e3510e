import type { ShopperAct } from "../../library/shopper-clicks.js";

/** Acts that a driver lists in its first run if it can do them. */
export const listedActs = [
  "refund-twice",
  "refund-again",
  "void-twice",
  "void-again",
  "renew-twice",
  "renew-again",
  "two-pages",
  "change-cart",
  "jobs",
] as const;
export type ListedAct = (typeof listedActs)[number];

/** What the judge asks of a driver through PAYMENT_SANDBOX_SHOPPER. */
export type DriverAct = ShopperAct | ListedAct;

/** Asks the driver in its first run for the acts that it can do. */
export const LIST = "list";

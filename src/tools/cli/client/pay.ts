import type { Command } from "@commander-js/extra-typings";
import { paymentMethods } from "../../../core/facts/methods.js";
import { sentence } from "../../../core/scenario/values/issues.js";
import { declineNames } from "../../../core/scenario/values/outcomes.js";
import { similar } from "../../../core/scenario/values/similar.js";
import { pageAt } from "../../../lane/shopper/page-address.js";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { typed } from "../../../package/typed.js";
import { inLane } from "../../library/control-client.js";
import type { CardEntry, Order } from "../../library/language.js";
import { orderIdNamed } from "../../library/named.js";
import type { OptionsOf } from "../value-options.js";
import { trusted } from "./address.js";
import { addTargetOptions, type ClientOptions, callControl, controlTarget, failed, inMadeLane } from "./client.js";
import { type ClientTarget, optionsTo } from "./command-names.js";

const MORE = `
Examples:
  payment-sandbox pay 1000001
  payment-sandbox pay http://localhost:4655/lane/refunds/checkout/…    sandbox and lane from the address
  payment-sandbox pay 1000001 --card insufficient-funds                a test card (payment-sandbox magic)
  payment-sandbox pay 1000001 --decline expired-card                   with any card
  payment-sandbox pay 1000001 --method ALIPAYHK                        of those in the order's paymentMethods
  payment-sandbox pay http://localhost:4655/card-entry/…               saves the card on add-token's page
  payment-sandbox pay 1000001 --cancel                                 the shopper gives up

Exit codes: 0 done (--decline: it was declined, and the order can still be paid), 1 the order cannot be paid,
            or the card was declined without --decline, 2 usage or no such order or lane, 3 no sandbox answers`;

const declared = (program: Command) =>
  addTargetOptions(
    program
      .command("pay")
      .description("pay an order as the shopper would, without a browser")
      .argument("<order>", "an order's id, its merchantReference, or a checkoutUrl, also that of add-token")
      .option("--decline [reason]", `the issuer declines: ${declineNames.join(", ")}`)
      .option("--cancel", "the shopper leaves by the page's button Cancel; the order stays as it is")
      .option("--card <card>", "a test card's name or number, or any card number")
      .option("--method <method>", paymentMethods.join(", "))
      .option("--json", "print the order as JSON"),
  ).addHelpText("after", MORE);

export const addPay = (program: Command): void => void declared(program).action(pay);

async function pay(
  order: string,
  { decline, cancel, card, method, json, ...options }: OptionsOf<typeof declared>,
): Promise<void> {
  if (cancel && [decline, card, method].some((other) => other !== undefined))
    throw new InvalidInput("--cancel pays nothing: give it without --decline, --card and --method");
  const reason = typeof decline === "string" ? known("--decline", decline, declineNames) : undefined;
  const by = method === undefined ? undefined : known("--method", method.toUpperCase(), paymentMethods);
  const { target, id, isCardEntry } = await find(order, options);
  const print = (found: object, line: string): void =>
    void process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : `${line}\n`);
  const act = cancel ? "cancel" : decline === undefined ? undefined : "decline";
  if (isCardEntry) {
    if (by !== undefined) throw new InvalidInput("--method: the page stores a card, so it takes none");
    const body = { action: act ?? "save", card, reason } as const;
    const { cardEntry } = await callControl(target, "POST /card-entries/{id}/simulate", { params: { id }, body });
    if (act === undefined && cardEntry.status === "OPEN") throw new CommandFailed(`declined: ${cardLine(cardEntry)}`);
    return print(cardEntry, cardLine(cardEntry));
  }
  const answer = await callControl(target, "POST /orders/{id}/simulate", {
    params: { id },
    body: { action: act ?? "pay", card, method: by, reason },
  });
  if (act === undefined && answer.order.status === "OPEN") {
    const { id } = answer.order;
    const { transactions } = await callControl(target, "GET /orders/{id}", { params: { id } });
    throw new CommandFailed(
      `declined (${transactions.at(-1)?.declined}): ${orderLine(answer.order)}; more: ${typed()} why ${id}${optionsTo(target)}`,
    );
  }
  const done = act === undefined ? "" : act === "cancel" ? "cancelled as asked: " : "declined as asked: ";
  print(answer.order, `${done}${orderLine(answer.order)}`);
}

function known<N extends string>(option: string, found: string, names: readonly N[]): N {
  const name = names.find((one) => one === found);
  if (name !== undefined) return name;
  const what = `${option}: expected one of ${names.join(", ")}, found ${JSON.stringify(found)}`;
  throw new InvalidInput(sentence({ what, ...similar(found, names) }));
}

const orderLine = ({ id, merchantReference, status, amount, currency }: Order): string =>
  `order ${id} (${merchantReference}) is ${status}, ${currency} ${amount.toFixed(2)}`;

const cardLine = ({ userId, status, tokenId, maskedPan }: CardEntry): string =>
  tokenId === undefined
    ? `the page is ${status}, and no card of ${userId} is saved`
    : `token ${tokenId} of ${userId} is saved, ${maskedPan}`;

/** What the shopper acts on: an order, or the page of tokenization/add-token, which stores a card. */
interface Found {
  readonly target: ClientTarget;
  /** The order's id, or the page's address. */
  readonly id: number | string;
  readonly isCardEntry?: boolean;
}

async function find(order: string, options: ClientOptions): Promise<Found> {
  if (/^https?:\/\//.test(order)) return pageFound(order, options);
  const target = await inMadeLane(await controlTarget(options), order);
  return { target, id: await orderIdNamed(target, order).catch((error) => failed(error, target)) };
}

/**
 * A checkoutUrl contains sandbox, lane, and order or card entry. --url is for a sandbox that is reached at another address, which the
 * page's path doesn't say.
 */
export async function pageFound(address: string, options: ClientOptions) {
  await trusted(address);
  const page = pageAt(address);
  if (!page) throw new InvalidInput(`${address} is not a checkoutUrl: expected …/checkout/<session>`);
  const { server, isCardEntry, lane } = page;
  const target = { base: options.url?.replace(/\/+$/, "") ?? server, adminToken: options.adminToken };
  const named = options.lane ?? lane;
  const ofLane = named === undefined ? target : inLane(target, named);
  return { target: await inMadeLane({ ...ofLane, isNamed: true }), id: address.slice(server.length), isCardEntry };
}

import { type CardEntry, cardEntryStatusOf } from "../../core/domain/card-entry.js";
import type { DomainCommand } from "../../core/domain/commands.js";
import type { Circumstances } from "../../core/domain/decision.js";
import { evolve, evolveCardEntry } from "../../core/domain/evolve.js";
import type { Instant } from "../../core/domain/money.js";
import { type Order, saleOf, statusOf } from "../../core/domain/order.js";
import type { Policy } from "../../core/facts/assumptions.js";
import type { RefusalName } from "../../core/facts/codes.js";
import { methods } from "../../core/facts/methods.js";
import { parameterSources } from "../../core/facts/parameters/parameters.js";
import { type OrderStatus, orderStatuses } from "../../core/facts/transitions.js";
import { type Outcome, outcomes } from "../../core/scenario/values/outcomes.js";
import type { Query } from "../../lane/commands/command.js";
import { type Before, type Decided, decide } from "../../lane/commands/command-table.js";
import { type Asked, isOnPage, operationRows } from "./asked.js";
import { circumstancesUnder, EXPLORED_AT, samples } from "./samples.js";

/** The order's status before the call. `none` if no order is known or involved. */
export type CellState = OrderStatus | "none";
export type CellOutcome = Outcome["kind"];

/** A kind of request, in a state in which it is possible, with an outcome that it can have there. */
export interface Cell {
  readonly asked: Asked;
  readonly state: CellState;
  readonly outcome: CellOutcome;
}

export const cellName = ({ asked, state, outcome }: Cell): string => `${asked} ${state} ${outcome}`;

export const cellStates: readonly CellState[] = ["none", ...orderStatuses];
export const cellOutcomes: readonly CellOutcome[] = [...new Set(outcomes.map(({ kind }) => kind))];

/** The functions from which the cells are found. */
export interface Domain {
  readonly operations: readonly (readonly [string, Asked])[];
  readonly decide: typeof decide;
}

/**
 * All cells under these choices, in the order of operations, states and outcomes. They are found by running the
 * domain: starting from an empty state, each command is decided in each state reached so far. So the list can't miss
 * anything that the domain does.
 */
export function cellsUnder(
  policy: Policy,
  { operations, decide: decideBy }: Domain = { operations: operationRows, decide },
): readonly Cell[] {
  const everyAsked = [...new Set(operations.map(([, asked]) => asked))];
  const onPage = new Set(operations.filter(([operation]) => isOnPage(operation)).map(([, asked]) => asked));
  const { decisions, worlds } = explore(policy, decideBy);
  const queries = worlds.flatMap((world) => everyAsked.filter(isQuery).map((asked) => ({ ...world, asked })));
  const cells = [
    ...decisions
      .filter(isAsked)
      .map((met) => ({ asked: met.asked, state: cellState(met), outcome: cellOutcome(met.decided) })),
    ...queries.filter(({ asked, before }) => !onPage.has(asked) || before.order).map(queriedCell),
  ];
  const found = new Set(cells.map(cellName));
  return everyAsked
    .flatMap((asked) => cellStates.flatMap((state) => cellOutcomes.map((outcome) => ({ asked, state, outcome }))))
    .filter((cell) => found.has(cellName(cell)));
}

/** The refusals of each operation under these choices, found in the same way. */
export function refusalsUnder(policy: Policy): (operation: string) => readonly RefusalName[] {
  const found = new Map<Asked, Set<RefusalName>>();
  for (const { asked, decided } of explore(policy, decide).decisions.filter(isAsked)) {
    const { decision } = decided;
    if (decision.kind === "rejected") found.set(asked, (found.get(asked) ?? new Set()).add(decision.rejection.reason));
  }
  const asked = new Map<string, Asked>(operationRows);
  const ofParent = [...(found.get("charge-parent") ?? [])].filter((name) => name.startsWith("parent-"));
  // The parent of a stored card's charge is checked as that of a charge of the parent itself is.
  return (operation) => [
    ...new Set([
      ...(found.get(asked.get(operation)!) ?? []),
      ...(parameterSources[operation]?.parentOrderId ? ofParent : []),
    ]),
  ];
}

/** The state in which a command is decided. */
interface World {
  readonly before: Before;
  readonly now: Instant;
}

interface Decision extends World {
  readonly asked: DomainCommand["kind"];
  readonly decided: Decided;
}

/** Decides every sample in every state, until no new state results. */
function explore(policy: Policy, decideBy: typeof decide) {
  const states: Before[] = [{}];
  const seen = new Set([stateKey({})]);
  const decisions: Decision[] = [];
  const commands = Object.values(samples).flat();
  const circumstances = circumstancesUnder(policy);
  for (const before of states)
    for (const command of commands.filter(({ kind }) => canBeAsked(kind, before)))
      for (const c of circumstances.flatMap((plain) => around(plain, before))) {
        const decided = decideBy(command, before, c);
        decisions.push({ before, now: c.now, asked: command.kind, decided });
        const after = stateAfter(command, before, decided);
        if (seen.has(stateKey(after))) continue;
        seen.add(stateKey(after));
        states.push(after);
      }
  const instants = [...new Set(circumstances.map(({ now }) => now))];
  return { decisions, worlds: states.flatMap((before) => instants.map((now): World => ({ before, now }))) };
}

/** A page without a subject doesn't exist, so nobody can act on it. */
const canBeAsked = (kind: DomainCommand["kind"], { order, cardEntry }: Before): boolean => {
  if (kind === "save-card" || kind === "cancel-card-entry") return cardEntry !== undefined;
  return order !== undefined || (kind !== "pay-order" && kind !== "cancel-order");
};

/** The existing order may be the parent of a new one, or have the same reference. */
const around = (c: Circumstances, { order }: Before): readonly Circumstances[] =>
  order
    ? [
        { ...c, parent: order },
        { ...c, existingOrder: order },
      ]
    : [c];

/** Two states have the same key if no decision tells them apart. */
const stateKey = ({ order, cardEntry }: Before): string =>
  [
    order && statusOf(order, EXPLORED_AT),
    order && reversalsOf(order),
    order?.settledAt,
    cardEntry && cardEntryStatusOf(cardEntry, EXPLORED_AT),
  ].join(" ");

function reversalsOf(order: Order): string | undefined {
  const method = saleOf(order)?.method;
  return method && `${methods[method].refund} ${methods[method].void}`;
}

function stateAfter(command: DomainCommand, before: Before, { about, decision }: Decided): Before {
  if (decision.kind !== "accepted") return before;
  if (about === "order") {
    const from = isAboutOrder(command.kind) ? before.order : undefined;
    return { order: decision.events.reduce<Order | undefined>(evolve, from) };
  }
  if (about === "token") return before;
  return { cardEntry: decision.events.reduce<CardEntry | undefined>(evolveCardEntry, before.cardEntry) };
}

/** True for requests about an order, whether it exists or not. */
export const isAboutOrder = (asked: string): boolean =>
  /^(query|open|pay|cancel|refund|void|settle|expire)-order$/.test(asked);

const cellState = ({ asked, before: { order }, now }: World & { readonly asked: string }): CellState =>
  order && isAboutOrder(asked) ? statusOf(order, now) : "none";

function cellOutcome({ decision }: Decided): CellOutcome {
  if (decision.kind === "rejected") return "refusal";
  const isDeclined = decision.kind === "accepted" && decision.events.some(({ type }) => type.endsWith("declined"));
  return isDeclined ? "decline" : "approve";
}

const everyKnown: ReadonlySet<string> = new Set(operationRows.map(([, asked]) => asked));

/** Acts of testers and of time are decided too, but are not requests. */
const isAsked = (met: Decision): met is Decision & { readonly asked: Asked } => everyKnown.has(met.asked);

const isQuery = (asked: Asked): asked is Query["kind"] => !(asked in samples);

/** A query isn't decided: it finds its subject or not. */
const queriedCell = (query: World & { readonly asked: Query["kind"] }): Cell => {
  const isFound = query.asked === "query-tokens" || query.before.order !== undefined;
  return { asked: query.asked, state: cellState(query), outcome: isFound ? "approve" : "refusal" };
};

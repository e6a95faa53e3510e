import type { AssumptionId } from "../../../../core/facts/assumptions.js";
import type { Json } from "../../../../package/json.js";
import { shownBy } from "../../from-log/readings.js";
import { type Session, Undetermined } from "../session/session.js";
import type { TriedCall } from "../session/try-call.js";

/**
 * A probe's conclusion: one of the assumption's choices, or a finding if the answers match none. `sure`: merchants
 * see exactly this choice. `likely`: nothing contradicted it, but calls can't show all of it.
 */
export type Conclusion = Chosen | { readonly finding: string };

interface Chosen {
  readonly choice: string;
  readonly confidence: "sure" | "likely";
  readonly tried?: string;
}

/** `tried`: the values that were tried, if the choice covers more values than can be tried. */
export const sure = (choice: string, tried?: string): Chosen => withTried({ choice, confidence: "sure" }, tried);
export const likely = (choice: string, tried?: string): Chosen => withTried({ choice, confidence: "likely" }, tried);
const withTried = (chosen: Chosen, tried?: string): Chosen => (tried === undefined ? chosen : { ...chosen, tried });
export const finding = (text: string): Conclusion => ({ finding: text });

type Run = (session: Session, id: AssumptionId) => Promise<Conclusion>;

/** How an assumption is decided by calls. */
interface ProbeRow {
  readonly run: Run;
  /**
   * True if it must run again with fresh orders and reach the same conclusion. For probes that decide by a single
   * answer.
   */
  readonly isRepeated?: true;
  /** What it needs besides calls: an address that hears notifications (`--listen`), or a person at the pages. */
  readonly needs?: readonly ("listener" | "person")[];
}

export interface Probe extends ProbeRow {
  readonly id: AssumptionId;
}

/** Probes by assumption, in the order in which they run. A function alone is a row that needs nothing else. */
export type ProbeTable = Readonly<Partial<Record<AssumptionId, Run | ProbeRow>>>;

export const probesIn = (table: ProbeTable): readonly Probe[] =>
  Object.entries(table).map(([id, row]) => ({ id: id as AssumptionId, ...rowOf(row) }));

const rowOf = (row: Run | ProbeRow): ProbeRow => (typeof row === "function" ? { run: row } : row);

export const repeated = (run: Run): ProbeRow => ({ run, isRepeated: true });
const needing =
  (need: "listener" | "person") =>
  (row: Run | ProbeRow): ProbeRow => ({ ...rowOf(row), needs: [need, ...(rowOf(row).needs ?? [])] });
export const listening = needing("listener");
export const withPerson = needing("person");

/** Decides by the body of one answer, which is read as it is in a log. */
export const shows =
  (stimulus: (session: Session) => Promise<Json>): Run =>
  async (session, id) => {
    const shown = shownBy(id, await stimulus(session));
    if ("unseen" in shown) throw new Undetermined(shown.unseen);
    return "finding" in shown ? shown : sure(shown.choice);
  };

/** A name alone is sure. */
const chosen = (one: string | Chosen, tried?: string): Chosen =>
  withTried(typeof one === "string" ? sure(one) : one, tried);

/** Decides between two choices: what the service does if it accepts an odd call, and if it refuses it. */
export const byKind =
  (accepted: string | Chosen, refused: string, tried: (session: Session) => Promise<TriedCall>): Run =>
  async (session) =>
    chosen((await tried(session)).kind === "accepted" ? accepted : refused);

/** Several odd calls: the name of each, and whether it was accepted. */
export type TriedCalls = readonly (readonly [name: string, kind: string])[];

/**
 * Decides by several calls. `choices`: by the one kind of all of them, or by the kind of each in turn. `about`: the words
 * before their names.
 */
export const byKinds =
  (
    choices: Readonly<Record<string, string | Chosen>>,
    about: string,
    tried: (session: Session) => Promise<TriedCalls>,
  ): Run =>
  async (session) => {
    const calls = await tried(session);
    const text = about + calls.map((one) => one.join(" ")).join(", ");
    const kinds = calls.map(([, kind]) => kind);
    const choice = choices[new Set(kinds).size === 1 ? kinds[0]! : kinds.join(" ")];
    return choice === undefined ? finding(text) : chosen(choice, text);
  };

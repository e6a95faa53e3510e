import * as z from "zod";
import { isHttp } from "../../../../lane/notifications/notification.js";
import { InvalidInput } from "../../../../package/errors.js";
import { jsonIn } from "../../../../package/json.js";
import { type RegularFile, readRegular } from "../../../../package/regular-file.js";
import { runApart } from "../../../runs/child-process.js";
import { readable, readBeliefs, type SaidBeliefs, unreadable } from "../../schema/beliefs.js";
import type { Belief } from "../../schema/beliefs-schema.js";

/** The facts about a run, at the moment when the shop is asked for its beliefs. */
export interface BeliefRequest {
  /** The run's own file, for shops that write their beliefs there. */
  readonly file: string;
  readonly lanes: readonly AskedLane[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** A lane that the run used. */
export interface AskedLane {
  readonly name: string;
  /** The references of the orders that were created in it. */
  readonly references: readonly string[];
}

interface Read extends SaidBeliefs {
  /** How long ago the shop reported it, in milliseconds. Absent if it was asked just now. */
  readonly saidAgoMs?: number;
}

/** Asks a shop for its beliefs once its run has ended. */
export interface BeliefSource {
  readonly read: (asked: BeliefRequest) => Promise<Read>;
  /** What tells simultaneous runs apart. `nothing`: only one can run at a time. */
  readonly tellsRunsBy: "run" | "lane" | "nothing";
}

const ASK_MAX_MS = 30_000;

/** The file, or a sentence if the shop made something else of it. */
function beliefsFile(file: string): RegularFile | string | undefined {
  try {
    return readRegular(file);
  } catch (error) {
    return `PAYMENT_SANDBOX_BELIEFS_FILE: found ${(error as Error).message}`;
  }
}

/** The shop has written its beliefs to the file named in its environment. */
export const fromFile: BeliefSource = {
  tellsRunsBy: "run",
  read: async ({ file }) => {
    const found = beliefsFile(file);
    if (found === undefined) return unreadable();
    if (typeof found === "string") return unreadable(found);
    const { text, changedAt } = found;
    return text.trim() === "" ? unreadable() : { ...readBeliefs(text, file), saidAgoMs: Date.now() - changedAt };
  },
};

/** A command prints the beliefs. It gets the run's environment. */
export const fromCommand = (command: string): BeliefSource => ({
  tellsRunsBy: "run",
  read: async ({ env, signal }) => {
    const ended = await asked(command, { env, signal });
    if (ended.exitCode === 0) return readBeliefs(ended.stdout, "--believes-command");
    const why = ended.hasTimedOut ? "took too long" : `ended with ${ended.exitCode}`;
    return unreadable(`--believes-command: ${JSON.stringify(command)} ${why}`);
  },
});

const asked = (command: string, { env, signal }: Pick<BeliefRequest, "env" | "signal">) =>
  runApart([command], { env, timeoutMs: ASK_MAX_MS, signal, isShellLine: true });

const effectsSchema = z.record(z.string().min(1), z.record(z.string().min(1), z.int().min(0)));

/** A command prints the shop's acts for each order: `{ "TEA-1": { "shipped": 1 } }`. */
export const withEffects = (source: BeliefSource, command: string): BeliefSource => ({
  ...source,
  read: async (request) => {
    const read = await source.read(request);
    if (read.beliefs === undefined) return read;
    const ended = await asked(command, request);
    const effects = effectsSchema.safeParse(jsonIn(ended.stdout));
    if (ended.exitCode !== 0 || !effects.success)
      return unreadable(
        `--effects-command: expected {"<merchantReference>": {"shipped": 1}}, found ${ended.output.trim().slice(0, 80)}`,
      );
    const merged = Object.entries(read.beliefs).map(([reference, belief]) => {
      const done = effects.data[reference];
      return [reference, done === undefined ? belief : { ...belief, effects: { ...belief.effects, ...done } }] as const;
    });
    return { ...read, beliefs: Object.fromEntries(merged) };
  },
});

/**
 * The shop serves its beliefs at an address. If the address contains `{merchantReference}`, each order is requested
 * separately, and 404 means that the shop does not know it. Throws InvalidInput if it is no address.
 */
export function fromUrl(template: string): BeliefSource {
  if (!isHttp(template.replace(/\{(merchantReference|lane)\}/g, "x")))
    throw new InvalidInput(
      `--believes: ${JSON.stringify(template)}, expected an address such as http://localhost:3000/beliefs/{merchantReference}`,
    );
  const isEach = template.includes("{merchantReference}");
  const isPerLane = template.includes("{lane}");
  return {
    tellsRunsBy: isPerLane ? "lane" : "nothing",
    read: async ({ lanes, signal }) => {
      const at = (lane: string, reference: string) =>
        template
          .replaceAll("{merchantReference}", encodeURIComponent(reference))
          .replaceAll("{lane}", encodeURIComponent(lane));
      const asked = lanes.flatMap(({ name, references }) =>
        isEach ? references.map((reference) => ({ url: at(name, reference), reference })) : { url: at(name, "") },
      );
      return readAll(isEach || isPerLane ? asked : asked.slice(0, 1), signal);
    },
  };
}

/** The shop that the judge has started serves its beliefs at a path. */
export const fromShop = (path: string): BeliefSource => ({
  tellsRunsBy: "run",
  read: (asked) => fromUrl(`${asked.env.SHOP_URL}${path}`).read(asked),
});

interface AskedAt {
  readonly url: string;
  /** The reference, if a single order is requested. */
  readonly reference?: string;
}

/** Reads one after another. Stops at the first that cannot be read. */
async function readAll(asked: readonly AskedAt[], signal: AbortSignal): Promise<Read> {
  const beliefs: [string, Belief][] = [];
  for (const { url, reference } of asked) {
    const answer = await askAt(url, signal);
    if (reference !== undefined && answer?.status === 404) continue;
    const read = fromAnswer(
      answer && reference !== undefined ? { ...answer, text: `{${JSON.stringify(reference)}:${answer.text}}` } : answer,
      url,
      reference === undefined ? '{"A-1": {"paid": 20}}' : '{"paid": 20}',
    );
    if (read.beliefs === undefined) return read;
    beliefs.push(...Object.entries(read.beliefs));
  }
  return readable(Object.fromEntries(beliefs));
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

function fromAnswer(answer: Answered | undefined, url: string, expected: string): SaidBeliefs {
  if (!answer) return unreadable(`${url}: no answer`);
  if (answer.status >= 400) {
    const cure = answer.status === 404 || answer.status === 405 ? "correct the path" : "see the shop's log";
    return unreadable(`--believes: ${url} answered ${answer.status}, expected JSON such as ${expected}: ${cure}`);
  }
  return readBeliefs(answer.text, url);
}

async function askAt(url: string, signal: AbortSignal): Promise<Answered | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MAX_MS)]) });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

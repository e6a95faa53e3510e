import { readFileSync, statSync } from "node:fs";
import type { Belief, Beliefs } from "../../library/language.js";
import { InvalidInput } from "../../package/errors.js";
import { runApart } from "../../runs/child-process.js";
import { isOwnHost } from "../../server/access.js";
import { readBeliefs } from "../beliefs.js";
import type { ShopRun } from "./lab.js";

/** What is known of a run when the shop is asked what it believes. */
export interface Asked {
  /** The run's own, for a shop that writes there. */
  readonly file: string;
  readonly lanes: readonly AskedLane[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** A lane that the run used. */
export interface AskedLane {
  readonly name: string;
  /** Of the orders that were made in it. */
  readonly references: readonly string[];
}

interface Read extends Pick<ShopRun, "beliefs" | "unreadable"> {
  /** How long ago the shop said it, in milliseconds; left out: it was asked just now. */
  readonly saidAgoMs?: number;
}

/** How a shop is asked what it believes, when its run has ended. */
export interface BeliefSource {
  readonly read: (asked: Asked) => Promise<Read>;
  /** What runs at the same time are told apart by: nothing means that there can be only one. */
  readonly tellsRunsBy: "run" | "lane" | "nothing";
}

const ASK_MAX_MS = 30_000;
const nothing: Read = { beliefs: undefined, unreadable: [] };
const readText = (text: string, place: string): Read => {
  const read = readBeliefs(text, place);
  return "problems" in read ? { beliefs: undefined, unreadable: read.problems } : { ...read, unreadable: [] };
};

/** The shop wrote them to the file that its environment names. */
export const fromFile: BeliefSource = {
  tellsRunsBy: "run",
  read: async ({ file }) => {
    try {
      const text = readFileSync(file, "utf8");
      const saidAgoMs = Date.now() - statSync(file).mtimeMs;
      return text.trim() === "" ? nothing : { ...readText(text, file), saidAgoMs };
    } catch {
      return nothing;
    }
  },
};

/** A command prints them; it has the environment of the run. */
export const fromCommand = (command: string): BeliefSource => ({
  tellsRunsBy: "run",
  read: async ({ env, signal }) => {
    const ended = await runApart([command], { env, timeoutMs: ASK_MAX_MS, signal, isShellLine: true });
    if (ended.exitCode === 0) return readText(ended.stdout, "--believes-command");
    const why = ended.hasTimedOut ? "took too long" : `ended with ${ended.exitCode}`;
    return { beliefs: undefined, unreadable: [`--believes-command: ${JSON.stringify(command)} ${why}`] };
  },
});

/**
 * The shop answers them at an address. With `{merchantReference}` each order is asked for by itself, and 404 says that the
 * shop does not know it. Throws InvalidInput where the address is none of this machine.
 */
export function fromUrl(template: string): BeliefSource {
  const sample = template.replace(/\{(merchantReference|lane)\}/g, "x");
  if (!URL.canParse(sample) || !/^https?:/.test(sample) || !isOwnHost(new URL(sample).host, []))
    throw new InvalidInput(
      `--believes: ${JSON.stringify(template)}, expected an address of this machine such as http://localhost:3000/beliefs/{merchantReference}`,
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

interface AskedAt {
  readonly url: string;
  /** Where one order is asked for. */
  readonly reference?: string;
}

/** One after another; the first that cannot be read ends it. */
async function readAll(asked: readonly AskedAt[], signal: AbortSignal): Promise<Read> {
  const beliefs: [string, Belief][] = [];
  for (const { url, reference } of asked) {
    const answer = await askAt(url, signal);
    if (reference !== undefined && answer?.status === 404) continue;
    const read = fromAnswer(
      answer && reference !== undefined ? { ...answer, text: `{${JSON.stringify(reference)}:${answer.text}}` } : answer,
      url,
    );
    if (read.beliefs === undefined) return read;
    beliefs.push(...Object.entries(read.beliefs));
  }
  return { beliefs: Object.fromEntries(beliefs) as Beliefs, unreadable: [] };
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

function fromAnswer(answer: Answered | undefined, url: string): Read {
  if (!answer) return { beliefs: undefined, unreadable: [`${url}: no answer`] };
  if (answer.status >= 400) return { beliefs: undefined, unreadable: [`${url}: HTTP ${answer.status}`] };
  return readText(answer.text, url);
}

async function askAt(url: string, signal: AbortSignal): Promise<Answered | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MAX_MS)]) });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

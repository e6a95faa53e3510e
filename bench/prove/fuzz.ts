import { type Ran, run } from "../../test/crash/process.js";
import { clientOf, created, requests } from "../../test/support/client.js";
import { control } from "../../test/support/sandbox.js";
import { startShop } from "../../test/support/shop.js";
import { type Aim, lanes, shot, TAME, WILD } from "./hostile.js";
import { type Answer, type Exchange, Line } from "./line.js";
import type { Finding, Part } from "./part.js";
import { Random } from "./random.js";
import { bytesOf, isFramed, type Request, type Shot, shown } from "./request.js";
import { smallest } from "./smallest.js";
import { WatchedFolder } from "./watched-folder.js";

const BATCH = 1000;
const AT_ONCE = 16;
const FINDINGS_MAX = 20;
/** For what a wait or a rule may hold back. */
const PATIENCE_MS = 100;
/** What a server calls a lane that nobody named: a body of POST lanes may have lost its name. */
const MADE_UP = /^lane-\d+$/;
/** Log lines of one request, at most. */
const LINES_EACH = 3;

export const fuzz: Part = {
  about:
    "Seeded hostile requests over the paths of the merchant API, the control API and the pages, sixteen at a time on bare sockets, some of them pipelined: bodies that are cut, nested, huge, no UTF-8 or no JSON, foreign hosts and origins, odd methods, paths, headers and framings. No answer may be a 5xx that no rule asked for, no lane may be made by accident, nothing foreign may be done; nothing outside of the data folder may be touched; the server must live, log no defect, keep its books, and answer of a known order what it answered before.",
  run: async ({ seed, isShort, until }) => {
    await using shop = await startShop();
    using folder = new WatchedFolder();
    const server = await run("--log-format", "json", "--seed", "1", "--data-dir", folder.data);
    const attack = new Attack(server, seed, shop.notifyUrl, folder);
    const wanted = isShort ? 1500 : 100_000;
    await attack.prepare();
    while (attack.sent < wanted && attack.isAlive && attack.findings.length < FINDINGS_MAX && Date.now() < until)
      await attack.batch(Math.min(BATCH, wanted - attack.sent));
    server.child.kill("SIGKILL");
    const byClass = [...attack.byStatus].sort(([a], [b]) => a.localeCompare(b)).map(([status, n]) => `${status}: ${n}`);
    return {
      figures: [
        ["requests", attack.sent],
        ["answers by status", byClass.join(", ")],
        ["closed or left without an answer, as they may be", attack.unanswered],
      ],
      findings: attack.findings,
    };
  },
};

class Attack {
  sent = 0;
  unanswered = 0;
  readonly findings: Finding[] = [];
  readonly byStatus = new Map<string, number>();
  readonly #port: number;
  readonly #host: string;
  readonly #known = { id: 0, text: "" };
  readonly #seen = new Set<string>();
  #linesRead = 0;

  constructor(
    readonly server: Ran,
    readonly seed: number,
    readonly notifyUrl: string,
    readonly folder: WatchedFolder,
  ) {
    this.#port = Number(new URL(server.url).port);
    this.#host = `localhost:${this.#port}`;
  }

  get isAlive(): boolean {
    return this.server.child.exitCode === null && this.server.child.signalCode === null;
  }

  get #knownLane(): string {
    return `${this.server.url}/lane/known`;
  }

  async prepare(): Promise<void> {
    for (const lane of ["known", WILD, TAME]) await control(this.server.url, "POST", "lanes", { name: lane });
    await control(this.#knownLane, "PUT", "clock", { action: "freeze" });
    this.#known.id = (await created(clientOf(this.#knownLane), requests.create({ merchantReference: "KNOWN" }))).id;
    this.#known.text = await this.#knownOrder();
  }

  async #knownOrder(): Promise<string> {
    return (await clientOf(this.#knownLane)("hosted-checkout/query", { merchantId: 3, orderId: this.#known.id })).text;
  }

  /** So many requests, and then a look at the server. */
  async batch(size: number): Promise<void> {
    const aim = await this.#aim();
    const from = this.sent;
    let next = 0;
    const worker = async (): Promise<void> => {
      const line = new Line(this.#port);
      while (next < size && this.isAlive) {
        const random = new Random(this.seed, from + next);
        const shots = [shot(random, aim)];
        next++;
        // Some follow one another without waiting, where each is sure to have one answer.
        while (isPlain(shots[0]!) && shots.length < 5 && next < size && random.isOneIn(2)) {
          const other = shot(random, aim);
          if (!isPlain(other)) break;
          shots.push(other);
          next++;
        }
        await this.#fire(line, shots);
      }
      line.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    this.sent += size;
    if (this.isAlive) await this.#look(size);
    else
      this.#found(
        `the server ended with ${this.server.child.exitCode}: ${this.server.said().slice(-500)}`,
        `a request of ${from} to ${from + size}`,
      );
  }

  async #aim(): Promise<Aim> {
    const url = `${this.server.url}/lane/${TAME}`;
    // Sessions of the same orders for the same seed: pages are opened of a lane that began anew.
    await control(url, "POST", "reset");
    const client = clientOf(url);
    const sessions: string[] = [];
    for (let n = 0; n < 5; n++) {
      const { body } = await client("hosted-checkout/create", requests.create());
      const page =
        body.checkoutUrl ?? (await client("tokenization/add-token", { merchantId: 3, userId: "Anna" })).body.data;
      sessions.push(String(page).split("/").at(-1)!);
    }
    const { body } = await client("tokenization/add-token", { merchantId: 3, userId: "Anna" });
    return {
      host: this.#host,
      notifyUrl: this.notifyUrl,
      sessions: [...sessions, String(body.data).split("/").at(-1)!],
    };
  }

  async #fire(line: Line, shots: readonly Shot[]): Promise<void> {
    const [first] = shots as readonly [Shot];
    const came = await line.ask({
      ...asking(first),
      bytes: Buffer.concat(shots.map(({ request }) => bytesOf(request))),
      answers: shots.length,
    });
    if (came.end === "silent") line.close();
    this.#count(came);
    for (const [n, one] of shots.entries()) {
      const wrong = this.#wrongIn(one, came, n);
      if (wrong !== undefined) await this.#report(one, wrong);
    }
    if (!isFramed(first.request)) line.close();
  }

  #count({ answers, end }: Exchange): void {
    for (const { http } of answers) this.byStatus.set(String(http), (this.byStatus.get(String(http)) ?? 0) + 1);
    if (end !== "answered") this.unanswered++;
  }

  /** What is wrong with the n-th answer; undefined where nothing is. */
  #wrongIn({ request, isForeign, mayHang }: Shot, { answers, end }: Exchange, n = 0): string | undefined {
    const answer = answers[n];
    if (answer) return wrongAnswer(answer, { isForeign, mayBeAsked: mayHang });
    // A parser that gives a request up closes the connection for those behind it.
    if (n > 0 || mayHang || !isFramed(request) || request.method === "CONNECT") return undefined;
    return end === "silent" ? "no answer within ten seconds" : "the connection was closed without an answer";
  }

  async #report(one: Shot, what: string): Promise<void> {
    const key = `${what} ${one.request.method} ${one.request.target.replace(/[\d?].*/, "")}`;
    if (this.#seen.has(key) || !this.isAlive) return;
    this.#seen.add(key);
    const again = async (request: Request): Promise<boolean> => {
      const line = new Line(this.#port);
      const came = await line.ask({ ...asking({ ...one, request }), bytes: bytesOf(request) });
      line.close();
      return this.#wrongIn({ ...one, request }, came) === what;
    };
    const request = await smallest(one.request, again);
    this.#found(what, shown(request, this.server.url));
  }

  #found(what: string, how: string): void {
    this.findings.push({ what, shown: how });
  }

  /** The server after a batch: its log, its lanes, its books, and the order that nobody touched. */
  async #look(size: number): Promise<void> {
    const log = this.server.said().split("\n").slice(this.#linesRead, -1);
    this.#linesRead += log.length;
    for (const line of log)
      if (!line.startsWith('{"time"') || /"message":"defect/.test(line))
        this.#once(`the log says ${line.slice(0, 600)}`);
    if (log.length > size * LINES_EACH + 100) this.#once(`${log.length} log lines for ${size} requests`);
    for (const change of this.folder.changes()) this.#once(`outside of the data folder ${change}`);
    const { body } = await control(this.server.url, "GET", "lanes");
    const names: readonly string[] = body.lanes.map(({ name }: { name: string }) => name);
    for (const name of names)
      if (!lanes.includes(name) && !MADE_UP.test(name)) this.#once(`a lane ${name} was made by accident`);
    for (const name of names.filter((one) => lanes.includes(one))) {
      const url = name === "default" ? this.server.url : `${this.server.url}/lane/${name}`;
      const { holds, broken } = (await control(url, "GET", "invariants")).body;
      if (!holds) this.#once(`the books of lane ${name}: ${JSON.stringify(broken)}`);
    }
    const known = await this.#knownOrder();
    if (known !== this.#known.text) this.#once(`a known order is answered ${known}, before ${this.#known.text}`);
  }

  /** Found by the look behind a batch: the requests of that batch are what shows it. */
  #once(what: string): void {
    if (this.#seen.has(what)) return;
    this.#seen.add(what);
    this.#found(what, `npm run prove -- fuzz --seed ${this.seed}: among the first ${this.sent} requests`);
  }
}

/** One answer is sure to come, and the next request to be read. */
const isPlain = ({ request, mayHang }: Shot): boolean =>
  isFramed(request) && !mayHang && !["HEAD", "CONNECT"].includes(request.method);

const asking = ({ request, mayHang }: Shot) => ({
  isHead: request.method === "HEAD",
  ends: !isFramed(request),
  ...(mayHang || !isFramed(request) ? { withinMs: PATIENCE_MS } : {}),
});

function wrongAnswer(
  { http, headers, body }: Answer,
  { isForeign, mayBeAsked }: { isForeign: boolean; mayBeAsked: boolean },
): string | undefined {
  if (http >= 500 && !(mayBeAsked && headers["x-sandbox-rule"] !== undefined)) return `${http} ${body.slice(0, 200)}`;
  if (isForeign && http < 400) return `${http} for a call from a foreign site`;
  if (/\n\s+at .*:\d+:\d+/.test(body)) return "a stack trace in an answer";
  if (/json/.test(headers["content-type"] ?? "") && !mayBeAsked && body !== "" && !isJson(body))
    return "an answer that says it is JSON and is none";
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

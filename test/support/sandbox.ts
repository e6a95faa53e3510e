import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseInstant } from "../../src/core/domain/money.js";
import type { Lane } from "../../src/lane/lane.js";
import { type Log, silentLog } from "../../src/lane/ports/log.js";
import { defaultSettings, type Settings } from "../../src/server/options/settings.js";
import type { RunningServer } from "../../src/server/server.js";
import { request } from "../../src/tools/library/control-client.js";
import { expectFitting } from "./answers.js";
import { type Client, clientOf } from "./client.js";
import { startChosen } from "./store-kinds.js";

/** 2026-01-05 10:00 in Hong Kong: where tests stop the clock. */
export const FROZEN_AT = parseInstant("2026-01-05T10:00:00+08:00");

/** A world of one test: the lane itself, and a client that calls it over HTTP. */
export interface TestLane {
  readonly lane: Lane;
  readonly url: string;
  readonly client: Client;
}

/** A server of the test's own on a free port, gone with its scope. */
export interface TestSandbox extends AsyncDisposable {
  readonly server: RunningServer;
  readonly url: string;
  /** Calls the default lane. */
  readonly client: Client;
  /** A fresh lane, on a clock that stands at FROZEN_AT. */
  lane(name?: string): Promise<TestLane>;
  /** One call of the control API, in the default lane. */
  control(method: string, path: string, body?: unknown): Promise<Controlled>;
}

export interface Controlled {
  readonly http: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  readonly body: any;
}

let lanes = 0;

/** A defect of the sandbox (an HTTP 500) fails the test in whose scope it happened. */
export async function startTestSandbox(over: Partial<Settings> = {}, log: Log = silentLog): Promise<TestSandbox> {
  if (process.env.SANDBOX_URL !== undefined) return serviceAt(process.env.SANDBOX_URL);
  const defects: string[] = [];
  const settings = { ...defaultSettings, port: 0, ...over };
  const { server, url, stop } = await startChosen(settings, keeping(log, defects));
  return {
    server,
    url,
    client: clientOf(url),
    lane: async (name = `test-${++lanes}`) => {
      const lane = await server.lanes.ready(name);
      await lane.clock.freeze(FROZEN_AT);
      return { lane, url: lane.baseUrl, client: clientOf(lane.baseUrl) };
    },
    control: (method, path, body) => control(url, method, path, body),
    [Symbol.asyncDispose]: async () => {
      await stop();
      if (defects.length > 0) throw new Error(`expected no defect of the sandbox, found:\n${defects.join("\n")}`);
    },
  };
}

/** Another payment service in the place of a test's own sandbox: it takes payment calls, and nothing else. */
function serviceAt(address: string): TestSandbox {
  const url = address.replace(/\/+$/, "");
  const client = clientOf(url);
  const refuse = (): never => {
    throw new Error(`a portable test needs more than the payment API of ${url}`);
  };
  const lane: TestLane = {
    url,
    client,
    get lane() {
      return refuse();
    },
  };
  return {
    url,
    client,
    get server() {
      return refuse();
    },
    lane: async () => lane,
    control: async () => refuse(),
    [Symbol.asyncDispose]: async () => {},
  };
}

const keeping = (log: Log, defects: string[]): Log => ({
  debug: (...said) => log.debug(...said),
  info: (...said) => log.info(...said),
  warn: (line, facts) => {
    if (line.startsWith("defect")) defects.push(line);
    log.warn(line, facts);
  },
});

/** One call of a lane's control API; its answer must be what the call's schema says. */
export async function control(url: string, method: string, path: string, body?: unknown): Promise<Controlled> {
  const json = { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const response = await request({ base: url }, path, { method, ...(body !== undefined && json) });
  const text = await response.text();
  const answer = text === "" ? undefined : JSON.parse(text);
  expectFitting(method, path, response.status, answer);
  return { http: response.status, body: answer };
}

export interface TestFolder extends Disposable {
  readonly path: string;
}

/** A folder that is gone with its scope. */
export function testFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), "payment-sandbox-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}

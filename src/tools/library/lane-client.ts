import { isName, nameRuleFor } from "../../lane/ports/name.js";
import { pageAt } from "../../lane/shopper/page-address.js";
import { demoMerchantId, demoPrivateKey, demoPublicKey } from "../../package/demo-keys.js";
import { InvalidInput } from "../../package/errors.js";
import { withMerchantId } from "../../package/json-text.js";
import { textOfNamed } from "../../package/regular-file.js";
import { inTime, postCall } from "./call.js";
import { type ControlClient, ControlRefusal, hasCheckedNothing } from "./control-client.js";
import { type AnswerRequest, fetchOfLane } from "./in-process.js";
import { endInterceptsOf, type InterceptingLane, intercept } from "./intercept.js";
import type { Applied, ClockMove, Scenario, Simulation } from "./language.js";
import { withMemberNames } from "./member-names.js";
import { paramsText, sign } from "./sign.js";
import type { LaneClock, LaneRules, SandboxLane } from "./types.js";
import { checkArgument } from "./wrong-argument.js";

/** A lane's name. Throws if there can be no such lane. */
export function checkedName(name: string): string {
  if (typeof name !== "string" || !isName(name))
    throw new Error(`${name} is no lane's name: use ${nameRuleFor(String(name))}`);
  return name;
}

/** How long `waitFor` waits. Vitest and Jest end a test after 5 s, and would say nothing of what it waits for. */
const WAIT_MS = 4000;

type Wait = Parameters<SandboxLane["waitFor"]>[0];

/** How a lane was used, for the helpers of the runners. */
interface LaneUse {
  /** What `waitFor` still waits for. */
  readonly waits: Set<Wait>;
  /** The moves of the clock that wait for what fell due. */
  readonly moves: Set<ClockMove>;
  /** What the lane's clock said when it was last moved over a midnight that settled nothing. */
  clockHint: string | undefined;
  /** True if a method of the lane threw, which ends a test before its calls. A wait that ran out of time doesn't count. */
  hasThrown: boolean;
  /** True if the lane was given a scenario of its own, and was not dropped since. */
  hasLoaded: boolean;
  /** Aborted by the lane's own `drop`, which begins the next one. */
  life: AbortController;
  wasDropped: boolean;
}

/** The package's bundles have copies of this module, and each must find it. */
const USE: unique symbol = Symbol.for("payment-sandbox.lane-use") as never;
export const useOf = (lane: SandboxLane): LaneUse => (lane as unknown as { [USE]: LaneUse })[USE];

/** Rejects each `lane.call` that still waits: the lane is gone, and the call's time limit would keep the process. */
export function endCallsOf(lane: SandboxLane): void {
  const use = useOf(lane);
  use.life.abort(new Error(`lane.call: lane ${lane.name} was dropped before the answer came`));
  use.life = new AbortController();
  use.wasDropped = true;
  use.hasLoaded = false;
}

/**
 * A lane as tests use it. Everything except signing uses the control API, so that library, console and curl work
 * alike.
 */
export function laneClient(name: string, url: string, client: ControlClient, answer: AnswerRequest): SandboxLane {
  const api = client.worded(withMemberNames);
  const simulation = (action: Simulation["action"] | Simulation): Simulation =>
    typeof action === "string" ? { action } : action;
  const fetch = fetchOfLane(answer, name);
  const use: LaneUse = {
    waits: new Set(),
    moves: new Set(),
    clockHint: undefined,
    hasThrown: false,
    hasLoaded: false,
    life: new AbortController(),
    wasDropped: false,
  };
  const simulate: SandboxLane["simulate"] = async (id, action) =>
    (await api.call("POST /orders/{id}/simulate", { params: { id }, body: simulation(action) })).order;
  const lane: SandboxLane = {
    name,
    url,
    clock: clockClient(api, use),
    fetch,
    intercept: interceptOf({ url, fetch }, answer.check),
    keys: { privateKey: demoPrivateKey(), publicKey: demoPublicKey() },
    notificationPublicKey: async () => (await api.call("GET /keys", {})).notificationPublicKey,
    sign: async (params) => sign(params),
    call: (operation, params) =>
      inTime(`lane.call: ${operation}`, [use.life.signal, answer.ended], (signal) => {
        checkArgument(
          typeof operation === "string",
          "lane.call",
          "an operation such as hosted-checkout/query",
          operation,
        );
        const envelope = sign(withMerchantId(paramsText(params ?? {}), demoMerchantId));
        const path = `/${operation.replace(/^\/+/, "")}`;
        // In this process a signal would load all of fetch, and there is no connection to end.
        return postCall(answer.post ? fetch : (input, init) => fetch(input, { ...init, signal }), path, envelope);
      }),
    reset: async (options = {}) => void (await api.call("POST /reset", { body: options })),
    drop: () => {
      endInterceptsOf(url);
      endCallsOf(lane);
      return api.call("DELETE /lanes/{name}", { params: { name } }).catch(unlessMissing);
    },
    force: async (rule) => warned(await api.call("POST /rules", { body: rule })),
    next: async (then) => warned(await api.call("POST /next", { body: then })),
    rules: rulesClient(api),
    unforce: (id) =>
      id === undefined ? api.call("DELETE /rules", {}) : api.call("DELETE /rules/{id}", { params: { id } }),
    assume: async (chosen) => void (await api.call("PUT /assumptions", { body: chosen })),
    load: async (scenario) => {
      const given = typeof scenario === "string" ? await namedScenario(scenario) : { body: scenario };
      use.hasLoaded = true;
      return warned(await api.call("PUT /scenario", given));
    },
    waitFor: async (wanted) => {
      answer.check?.();
      const example = '{ for: "notification", match: { acknowledged: true } }';
      checkArgument(
        typeof wanted === "object" && wanted !== null,
        "lane.waitFor",
        `one object, such as ${example}`,
        wanted,
      );
      const body = { ...wanted, timeoutMs: wanted.timeoutMs ?? WAIT_MS };
      use.waits.add(body);
      // What is waited for gives the type of the matches.
      return (await api.call("POST /wait", { body }).finally(() => use.waits.delete(body))).matched as never;
    },
    verify: async (expect) => {
      const report = await api.call("POST /verify", { body: { expect } });
      if (!hasCheckedNothing(report)) return report;
      const found = expect === undefined ? "no scenario of the lane expects anything" : "the list is empty";
      throw new InvalidInput(
        `lane.verify checked nothing: ${found}. Give it expectations, or load a scenario that has expect`,
      );
    },
    orders: async (query) => (await api.call("GET /orders", { query })).orders,
    order: (id) => api.call("GET /orders/{id}", { params: { id } }),
    requests: async (query) => (await api.call("GET /requests", { query })).requests,
    request: (id) => api.call("GET /requests/{id}", { params: { id } }),
    notifications: async (query) => (await api.call("GET /notifications", { query })).notifications,
    resend: (id) => api.call("POST /notifications/{id}/resend", { params: { id }, body: {} }),
    hold: (id) => api.call("POST /notifications/{id}/hold", { params: { id }, body: {} }),
    release: (id) => api.call("POST /notifications/{id}/release", { params: { id }, body: {} }),
    gates: async () => (await api.call("GET /gates", {})).gates,
    releaseGate: async (name) =>
      (await api.call("POST /gates/{name}/release", { params: { name }, body: {} })).released,
    pay: async (order, how) => {
      checkArgument(
        (typeof order === "number" || typeof order === "string") && pageAt(String(order))?.isCardEntry !== true,
        "lane.pay",
        "an order's id, its merchantReference or its checkoutUrl (lane.saveCard takes that of add-token)",
        order,
      );
      return simulate(order, { ...how, action: "pay" });
    },
    simulate,
    saveCard: async (checkoutUrl, how) => {
      checkArgument(
        pageAt(String(checkoutUrl))?.isCardEntry === true,
        "lane.saveCard",
        "the checkoutUrl of tokenization/add-token (lane.pay takes that of an order)",
        checkoutUrl,
      );
      const body = { action: "save" as const, ...how };
      const params = { id: checkoutUrl };
      const { cardEntry, charges } = await api.call("POST /card-entries/{id}/simulate", { params, body });
      if (body.action === "save" && cardEntry.tokenId === undefined)
        throw new ControlRefusal(409, {
          code: "declined",
          message: `lane.saveCard: the card is declined (${charges.at(-1)?.declined}), and none is saved`,
          fix: 'if a test wants that: { action: "decline" }, or expect this error',
        });
      return cardEntry as never;
    },
    putToken: (token) => api.call("POST /tokens", { body: token }),
    tokens: async (query) => (await api.call("GET /tokens", { query })).tokens,
    putMerchant: (id, merchant) => api.call("PUT /merchants/{id}", { params: { id }, body: merchant }),
    merchant: (id) => api.call("GET /merchants/{id}", { params: { id } }),
    settle: (merchantId) => api.call("POST /settle", { body: { merchantId } }),
    snapshot: (name) => api.call("POST /snapshots", { body: { name } }),
    snapshots: async () => (await api.call("GET /snapshots", {})).snapshots,
    restore: async (name) => void (await api.call("POST /snapshots/{name}/load", { params: { name }, body: {} })),
    deleteSnapshot: (name) => api.call("DELETE /snapshots/{name}", { params: { name } }),
    fork: async (name, into) => {
      const made = await api.call("POST /snapshots/{name}/fork", { params: { name }, body: { lane: into } });
      return laneClient(made.name, made.url, api.ofLane(made.name), answer);
    },
    invariants: () => api.call("GET /invariants", {}),
  };
  Object.defineProperty(lane, USE, { value: use });
  const hear = (error: unknown): never => {
    if (!(error instanceof ControlRefusal && error.code === "timeout")) use.hasThrown = true;
    throw error;
  };
  // Nobody need await `call`, whose promise `drop` rejects.
  const { call: _, ...others } = lane;
  Object.assign(lane, heard(others, hear));
  for (const methods of [lane.clock, lane.rules]) Object.assign(methods, heard(methods, hear));
  return lane;
}

/** A lane that nobody has called yet does not exist, and neither does one that was dropped before. */
function unlessMissing(error: unknown): void {
  if (!(error instanceof ControlRefusal && error.code === "not-found")) throw error;
}

/** The asynchronous methods of an object, wrapped. Those with members of their own are left out. */
const heard = (methods: object, hear: (error: unknown) => never): object =>
  Object.fromEntries(
    Object.entries(methods)
      .filter(([, method]) => typeof method === "function" && Object.keys(method).length === 0)
      .map(([name, method]) => [
        name,
        (...given: unknown[]) => {
          const answer: unknown = method(...given);
          return answer instanceof Promise ? answer.catch(hear) : answer;
        },
      ]),
  );

/** Told at once: a test whose rule can never act may pass. */
function warned<T extends Partial<Pick<Applied, "name" | "warnings">> & { readonly id?: string }>(answered: T): T {
  const { id, name, warnings = [] } = answered;
  const what = id === undefined ? `scenario ${name}` : `rule ${id}`;
  for (const { where, message } of warnings)
    process.emitWarning(`${what}: ${where && `${where}: `}${message}`, "payment-sandbox");
  return answered;
}

/** A name of the catalogue, or the text of a file. Throws with the file's faults, each with its line. */
async function namedScenario(
  ref: string,
): Promise<{ readonly body: Scenario } | { readonly yaml: string; readonly query: { readonly file: string } }> {
  // A document as text has lines. The sandbox says what it expects instead.
  const isPath = !ref.includes("\n") && /[/\\]|\.(ya?ml|json)$/.test(ref);
  if (!isPath) return { body: { name: ref } };
  const { readScenarioFile, scenarioPath } = await import("../../lane/catalogue/scenario-files.js");
  const path = await scenarioPath(ref);
  await readScenarioFile(path);
  return { yaml: textOfNamed(path), query: { file: ref } };
}

function rulesClient(api: ControlClient): LaneRules {
  const enabled = (id: string, enabled: boolean) =>
    api.call("PATCH /rules/{id}", { params: { id }, body: { enabled } });
  return Object.assign(async () => (await api.call("GET /rules", {})).rules, {
    enable: (id: string) => enabled(id, true),
    disable: (id: string) => enabled(id, false),
  });
}

function clockClient(api: ControlClient, use: LaneUse): LaneClock {
  // JSON writes a Date as its instant, and one that is none as null.
  const text = (at?: string | Date) => (at instanceof Date && Number.isNaN(at.getTime()) ? String(at) : at) as string;
  const move = async (body: ClockMove) => {
    use.moves.add(body);
    const moved = await api.call("PUT /clock", { body }).finally(() => use.moves.delete(body));
    use.clockHint = moved.hint ?? use.clockHint;
    return moved;
  };
  return {
    now: async () => new Date((await api.call("GET /clock", {})).now),
    freeze: (at) => move({ action: "freeze", at: text(at) }),
    set: (at) => move({ action: "set", at: text(at) }),
    advance: (by) => move({ action: "advance", by }),
    resume: () => move({ action: "resume" }),
    runUntilIdle: () => move({ action: "run-until-idle" }),
  };
}

/** The two forms of `intercept`, bound to a lane. */
const interceptOf = (lane: InterceptingLane, check: AnswerRequest["check"]): SandboxLane["intercept"] =>
  ((baseUrl: string | URL, work?: () => unknown) => {
    check?.();
    checkArgument(work === undefined || typeof work === "function", "intercept", "a callback, or none", work);
    return work === undefined ? intercept(baseUrl, lane) : intercept(baseUrl, lane, work);
  }) as SandboxLane["intercept"];

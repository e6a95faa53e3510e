import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Lane } from "../../../../lane/lane.js";
import { visit } from "../../../../lane/meanwhile/visit.js";
import type { Exchange } from "../../../../lane/ports/exchange.js";
import type { Step } from "../../mutants/variant.js";
import { isQuery } from "../../observe/facts.js";
import { watchWire } from "./on-the-wire.js";
import { answerHeldQuery, holdQuery, PATIENCE_MAX_MS, PATIENCE_MIN_MS } from "./queries.js";
import type { Party, Scene, Script } from "./scene.js";
import { QUIET_TICKS, tick } from "./turn-taking.js";

/** The time limit for the first handler to send a query or end. */
const FIRST_MS = 5_000;
/**
 * The second handler may take this many times as long as the first, within these bounds. If it takes longer, the shop
 * is assumed to handle one request at a time.
 */
export const PATIENCE = 30;
/** Used instead if the shop's own query waits first, so that no handler was timed. */
const UNMEASURED_MS = 2_000;
/** How long to wait for a query that the shop makes before it is notified. */
const OWN_QUERY_MS = 2_000;
/** How long to wait for the shop's next call after an answer. */
const SETTLE_MS = 25;
/** How long the driver may take to run the shop's jobs, and how often to look. */
const JOB_MS = 10_000;
const JOB_LOOK_MS = 20;
/** For two attempts that overlap: how long after the first attempt the retry is sent. */
const RETRY_MS = 5;

/** The events of a payment in the sequence of a variant, or all at once. */
export function inSequence(scene: Scene): Script {
  const { steps, isAtOnce, lateMs = 0, holds } = scene.variant;
  // A race between handlers begins once the shop has read the answer, so that each run is the same.
  const startsAfterAnswer = scene.mutant.family === "race" && !steps.includes("own-query");
  const isJob = steps[0] === "job";
  let isOver = false;
  let hasPlayed = false;
  /** A call of the shop waits until all events have happened. */
  let isAwaited = false;

  const playAtOnce = async (): Promise<void> => {
    for (const [i, step] of steps.entries()) {
      if (i > 0 && lateMs > 0) await pause(lateMs);
      if (step === "retry") await giveUpSoon(scene);
      else begin(scene, step);
    }
    await allDone(scene);
  };
  /** Waits until the shop has its answer and makes its next call, but not for long: there may be none. */
  const answerRead = async (): Promise<void> => {
    if (!isOnPage(scene)) await scene.turns.until(() => scene.isAnswered, FIRST_MS);
    for (let left = QUIET_TICKS; left > 0 && !isAwaited; left--) await tick();
  };
  /**
   * False before the race begins. If the first handler of a notification makes no call, a second one makes at most a
   * query.
   */
  const mayComeFromHandler = (operation: string): boolean => {
    if (!startsAfterAnswer) return true;
    if (scene.parties.length === 0) return false;
    const asksNothing = isAtOnce ? steps.every(isNotification) : scene.asksNothing && isNotification(steps[0]!);
    return !asksNothing || isQuery({ operation });
  };

  return {
    needsNotification: !isJob,
    play: async () => {
      scene.say(`${scene.paid.exchange.operation} is committed, and the shop is not told yet`);
      try {
        if (startsAfterAnswer) await answerRead();
        if (isAtOnce) await playAtOnce();
        else for (const step of steps) if (!(await acts[step](scene, step))) break;
      } finally {
        isOver = true;
        scene.letAnswerGo?.();
        for (const { release } of scene.queries) release();
      }
      // The shop gets its notifications in any case.
      for (const step of ["notice", "copy"] as const) if (!scene.begun.has(step)) begin(scene, step);
      await allDone(scene);
      hasPlayed = true;
      scene.turns.changed();
    },
    hold: (exchange) => {
      const isPayment = exchange === scene.paid.exchange;
      scene.isAnswered ||= isPayment;
      if (isOver) return undefined;
      if (isPayment) return steps.includes("answer") ? holdAnswer(scene) : undefined;
      const isHeld = holds === "all" || (holds === "first" && scene.queries.length === 0);
      return isHeld && isQueryAboutIt(scene, exchange) ? holdQuery(scene, exchange) : undefined;
    },
    playsApart: ({ operation, orderId, merchantReference }) => {
      const paid = scene.paid.exchange;
      if (hasPlayed || isJob) return undefined;
      const isAboutIt = orderId === paid.orderId || merchantReference === paid.reference;
      if (isAboutIt && mayComeFromHandler(operation)) return undefined;
      isAwaited = true;
      return scene.turns.until(() => hasPlayed, FIRST_MS);
    },
  };
}

/** Plays one step. False if the steps after it can't happen. */
type Act = (scene: Scene, step: Step) => Promise<boolean>;

const startHandler: Act = (scene, step) =>
  scene.parties.length === 0 && scene.queries.length === 0
    ? first(scene, begin(scene, step))
    : second(scene, begin(scene, step));

const acts: Readonly<Record<Step, Act>> = {
  answer: async (scene) => {
    // The answer to a payment on a page goes to the shopper: nobody holds it.
    if (isOnPage(scene)) return true;
    await scene.turns.until(() => scene.letAnswerGo !== undefined, FIRST_MS);
    scene.say(`${scene.paid.exchange.operation} is answered`);
    scene.letAnswerGo?.();
    await settled(scene);
    return true;
  },
  "own-query": async (scene) => {
    scene.hasMissed = !(await scene.turns.until(() => scene.queries.length > 0, OWN_QUERY_MS));
    return !scene.hasMissed;
  },
  query: (scene) => answered(scene, 0),
  "second-query": (scene) => answered(scene, 1),
  "both-queries": async (scene) => {
    await Promise.all([answered(scene, 0), answered(scene, 1)]);
    return true;
  },
  retry: (scene) => second(scene, retry(scene)),
  /** The clock stands still until the driver has run the jobs: it then removes the file. */
  job: async (scene) => {
    scene.say("the shop's jobs are due");
    if (scene.jobsFile) writeFileSync(scene.jobsFile, "");
    const latest = performance.now() + JOB_MS;
    const isDone = () => scene.jobsFile !== undefined && !existsSync(scene.jobsFile);
    while (!isDone() && performance.now() < latest) await pause(JOB_LOOK_MS);
    scene.hasMissed = !isDone();
    return true;
  },
  notice: startHandler,
  copy: startHandler,
  redirect: startHandler,
};

/** True if the handler of notifications takes this step. */
const isNotification = (step: Step): boolean => step === "notice" || step === "copy" || step === "retry";

const isOnPage = ({ paid }: Scene): boolean => paid.exchange.operation === "checkout/pay";

const isQueryAboutIt = ({ paid }: Scene, exchange: Exchange): boolean =>
  isQuery(exchange) && exchange.orderId === paid.exchange.orderId;

const allDone = ({ turns, parties }: Scene): Promise<boolean> =>
  turns.until(() => parties.every(({ isDone }) => isDone), FIRST_MS);

const holdAnswer = (scene: Scene): Promise<void> =>
  new Promise((resolve) => {
    scene.letAnswerGo = resolve;
  });

/** Waits for the shop's next call, but not for long: there may be none. */
async function settled(scene: Scene): Promise<void> {
  const before = scene.calls;
  await scene.turns.until(() => scene.calls > before, SETTLE_MS);
}

async function answered(scene: Scene, index: number): Promise<boolean> {
  if (await answerHeldQuery(scene, index)) await settled(scene);
  return true;
}

function begin(scene: Scene, step: Step): Party {
  scene.begun.add(step);
  const { lane, exchange, outbox } = scene.paid;
  if (step === "redirect") return scene.begin("the redirect", step, () => visitSuccess(lane, exchange.orderId!));
  const [name, entry] = step === "copy" ? ["the copy", outbox[1]] : ["the notification", outbox[0]];
  return entry ? scene.begin(name, step, () => lane.deliveries.resend(entry).then(() => {})) : nobody(step);
}

/** Stands for a notification that doesn't exist. */
const nobody = (step: Step): Party => ({
  ...{ name: "nobody", step, done: Promise.resolve() },
  ...{ isDone: true, hasAsked: false, tookMs: 0 },
});

async function visitSuccess(lane: Lane, orderId: number): Promise<void> {
  const order = await lane.store.views.order(orderId);
  if (order) await visit(lane, order, "success");
}

async function first(scene: Scene, party: Party): Promise<boolean> {
  const began = performance.now();
  await scene.turns.until(() => party.isDone || party.hasAsked, FIRST_MS);
  scene.firstTookMs = performance.now() - began;
  if (scene.variant.holds !== "all" || party.hasAsked) return true;
  scene.asksNothing = true;
  return false;
}

async function second(scene: Scene, party: Party): Promise<boolean> {
  const { firstTookMs, turns } = scene;
  const patienceMs = scene.queries.every(({ isReleased }) => isReleased)
    ? FIRST_MS
    : firstTookMs === undefined
      ? UNMEASURED_MS
      : Math.min(Math.max(PATIENCE * firstTookMs, PATIENCE_MIN_MS), PATIENCE_MAX_MS);
  if (await turns.until(() => party.isDone || party.hasAsked, patienceMs)) {
    scene.hasOverlapped ||= scene.parties.some((other) => other !== party && !other.isDone);
    return true;
  }
  scene.hasOpened = true;
  scene.say(`${party.name} is not handled before the first is, and all go on`);
  return false;
}

/** Gives up the first attempt shortly after it was sent, for a handler that makes no query. */
async function giveUpSoon(scene: Scene): Promise<void> {
  const [notice] = scene.paid.outbox;
  const { promise: isSent, resolve } = Promise.withResolvers<void>();
  const unwatch = notice && watchWire(notice, () => resolve());
  await Promise.race([isSent, ...scene.parties.map(({ done }) => done), pause(FIRST_MS)]);
  unwatch?.();
  await pause(RETRY_MS);
  retry(scene);
}

/** Makes the notification's first attempt time out. Its retry is then sent automatically. */
function retry(scene: Scene): Party {
  const {
    lane: { deliveries },
    outbox: [notice],
  } = scene.paid;
  if (!notice) return nobody("retry");
  if (!deliveries.giveUp(notice.id)) {
    scene.say("the notification's handler has already ended, but its acknowledgement is lost");
    return scene.begin("the retry", "retry", async () => {
      await deliveries.attempted(notice.id);
      await deliveries.resend(notice);
    });
  }
  scene.say("the notification counts as timed out while its handler runs");
  const retried = (): Promise<void> =>
    new Promise((resolve) => {
      const unwatch = deliveries.watch(({ id, attempt, state }) => {
        // The first attempt has timed out, and its retry is due. If it was answered in time, there is no retry.
        if (id !== notice.id || (attempt < 2 && state === "due")) return;
        unwatch();
        resolve();
      });
    });
  return scene.begin("the retry", "retry", retried);
}

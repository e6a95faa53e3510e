import type { Exchange } from "../../../../lane/ports/exchange.js";
import type { OutboxEntry } from "../../../../lane/ports/outbox.js";

import { READY_AGAIN } from "../../schema/cures.js";

import { watchWire } from "./on-the-wire.js";
import type { Scene, Script } from "./scene.js";

/** How many milliseconds to wait before killing a shop that makes no call after its answer. */
export const AFTER_ANSWER_MS = 20;
/**
 * The notification is sent once the shop has made no call for this long. The next call then comes from its handler.
 */
export const QUIET_MS = 200;
/** If the shop never stops calling, the notification is sent after this time. */
export const QUIET_MAX_MS = 2_000;

/** So many calls after the restart are told: a shop may poll. */
const TOLD_CALLS = 12;

/** Kills the shop at one moment of a payment. The lane's clock stands still until the shop is ready again. */
export function crashScript(scene: Scene): Script {
  const { crashAt: at, isByTime = false, crashAfterMs } = scene.variant;
  const isInHandler = at === "before-ack" || at === "worker";
  /** The local port of the connection on which the notification was sent last. */
  let sentOn: number | undefined;
  /** True if the shop's next call is the moment to kill it. */
  let waitsForCall = false;
  let toldCalls = 0;
  scene.hasMissed = true;

  const kill = (when: string): Promise<void> | undefined => {
    waitsForCall = false;
    return at === "worker" ? killWorker(scene, when, sentOn) : killShop(scene, when);
  };
  const isNow = (when: string): Promise<void> | undefined => (waitsForCall ? kill(when) : undefined);
  /** A shop that is killed at once can't read the answer, or answer the notification, before that. */
  const freezeIfAtOnce = (): void => {
    if (crashAfterMs === 0) scene.shop?.process?.freeze();
  };
  const killSoon = (): NodeJS.Timeout => {
    freezeIfAtOnce();
    return setTimeout(() => kill(crashAfterMs === 0 ? "it arrives" : "its handler runs"), crashAfterMs);
  };
  const notify = async (notification: OutboxEntry): Promise<void> => {
    const { deliveries } = scene.paid.lane;
    await isQuiet(scene);
    scene.say("the notification is sent");
    let timer: NodeJS.Timeout | undefined;
    const unwatchSends = watchWire(notification, (localPort) => {
      sentOn = localPort;
      if (isInHandler && isByTime) timer = killSoon();
      else waitsForCall = isInHandler;
    });
    const unwatch = deliveries.watch(({ id, state }) => {
      if (id !== notification.id) return;
      clearTimeout(timer);
      scene.asksNothing = waitsForCall;
      waitsForCall = false;
      // The handler was killed only after its answer had been sent.
      if (isInHandler && state === "acknowledged") scene.hasMissed = true;
      if (at === "after-ack" && state === "acknowledged") void kill("the notification is acknowledged");
    });
    await deliveries.resend(notification);
    unwatch();
    unwatchSends();
  };
  return {
    needsNotification: false,
    play: async () => {
      const { exchange, outbox } = scene.paid;
      scene.say(`${exchange.operation} is committed`);
      if (outbox[0] && (isInHandler || at === "after-ack")) await notify(outbox[0]);
    },
    hold: (exchange) => {
      const paid = scene.paid.exchange;
      if (scene.isBack && ++toldCalls <= TOLD_CALLS) scene.say(callText(exchange));
      if (exchange !== paid) {
        // The shop may sell something else in the meantime, so the handler's call must be about this order.
        const isAboutIt = at === "after-answer" || exchange.reference === paid.reference;
        return isAboutIt ? isNow(`the shop calls ${exchange.operation}`) : undefined;
      }
      if (at === "before-answer") return kill("its answer is withheld");
      if (at !== "after-answer") return undefined;
      waitsForCall = true;
      freezeIfAtOnce();
      setTimeout(() => isNow("it is answered"), crashAfterMs ?? AFTER_ANSWER_MS);
      return undefined;
    },
    playsApart: () => undefined,
  };
}

async function isQuiet(scene: Scene): Promise<void> {
  const latest = performance.now() + QUIET_MAX_MS;
  for (let seen = -1; seen !== scene.calls && performance.now() < latest; ) {
    seen = scene.calls;
    await scene.turns.until(() => scene.calls > seen, QUIET_MS);
  }
}

/** Kills the shop once per run. Resolves when the shop is ready again. */
function killShop(scene: Scene, when: string): Promise<void> | undefined {
  const shop = scene.shop?.process;
  if (scene.crash || !shop) return undefined;
  scene.hasMissed = false;
  scene.say(`${when}: the shop is killed`);
  scene.crash = shop.crash().then(
    () => {
      scene.isBack = true;
      scene.say(READY_AGAIN);
    },
    ({ message }: Error) => {
      scene.failed = message;
    },
  );
  scene.paid.lane.deliveries.accompany(scene.crash);
  return scene.crash;
}

const callText = ({ operation, reference, responseCode }: Exchange): string =>
  `${operation}${reference === undefined ? "" : ` ${reference}`}: ${responseCode}`;

function killWorker(scene: Scene, when: string, sentOn: number | undefined): undefined {
  if (sentOn === undefined || !scene.shop?.process?.crashHandler(sentOn)) return;
  scene.hasMissed = false;
  scene.say(`${when}: the process that handles it is killed`);
}

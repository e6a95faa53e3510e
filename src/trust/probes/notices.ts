import type { NotifyAddress, NotifyAnswer } from "../listener.js";
import { finding, likely, type Probe, sure } from "../probe.js";
import type { Session } from "../session.js";
import { Undetermined } from "../undetermined.js";

/** How long the first attempt may take, in real milliseconds. */
const FIRST_MS = 10_000;
const STEP_MS = 5_000;
/** The longest first wait that a known schedule has is five minutes. */
const RETRY_WITHIN_MS = 330_000;
const no: NotifyAnswer = { status: 500, body: "no" };
const ok: NotifyAnswer = { status: 200, body: "OK" };

/** Keeps the last that was heard as evidence. */
const kept = (session: Session, { heard }: NotifyAddress, { status, body }: NotifyAnswer): void =>
  session.keep("(notified)", heard.at(-1)!, { http: status, text: body });

/** Sells something, and waits for the first attempt to tell of it. */
async function told(session: Session, answers: NotifyAnswer): Promise<NotifyAddress> {
  const address = session.notifyAddress(answers);
  await session.sold({ callbackUrl: { notify: address.url } });
  if (!(await address.hears(1, FIRST_MS)))
    throw new Undetermined(`no notification came to ${address.url} within ${FIRST_MS / 1000} s`);
  kept(session, address, answers);
  session.requireSigned(address);
  return address;
}

/** How long after a failed attempt the next one came, in milliseconds of the target's time; undefined where none came. */
const retryAfter = (session: Session): Promise<number | undefined> =>
  session.once("retry", async () => {
    const address = await told(session, no);
    for (let waited = STEP_MS; waited <= RETRY_WITHIN_MS; waited += STEP_MS) {
      await session.wait(STEP_MS);
      if (address.heard.length === 1) continue;
      kept(session, address, no);
      address.answers = ok;
      return waited;
    }
    return undefined;
  });

const retrySchedule: Probe = {
  id: "retry-schedule",
  run: async (session) => {
    const afterMs = await retryAfter(session);
    if (afterMs === undefined) return finding(`nothing is sent again within ${RETRY_WITHIN_MS / 60_000} minutes`);
    // The first wait was seen, the later ones were not.
    if (afterMs <= 25_000) return likely("newer");
    return afterMs > 240_000 ? likely("older") : finding(`a notification is sent again after ${afterMs / 1000} s`);
  },
};

const acknowledgement: Probe = {
  id: "acknowledgement",
  run: async (session) => {
    const afterMs = await retryAfter(session);
    if (afterMs === undefined) throw new Undetermined("nothing is sent again, whatever is answered");
    const addresses = [
      await told(session, { ...ok, body: " OK\r\n" }),
      await told(session, { ...ok, body: "\ufeffOK" }),
    ];
    await session.wait(afterMs + STEP_MS);
    const [spaced, marked] = addresses.map(({ heard }) => heard.length > 1);
    for (const address of addresses) address.answers = ok;
    if (spaced !== marked)
      return finding(
        `an OK with ${spaced ? "white space" : "a byte order mark"} around it is not taken, the other one is`,
      );
    return sure(spaced ? "exact" : "trimmed");
  },
};

const tokenNotification: Probe = {
  id: "token-notification",
  run: async (session) => {
    const address = session.notifyAddress(ok);
    const callbackUrl = { notify: address.url };
    const { body } = await session.need("tokenization/add-token", { userId: session.reference(), callbackUrl });
    await session.asked("store a card", { checkoutUrl: body.data });
    if (!(await address.hears(1, FIRST_MS))) throw new Undetermined("no notification of the stored card came");
    kept(session, address, ok);
    session.requireSigned(address);
    return sure(/"cardBrand"/.test(address.heard[0]!) ? "with-brand" : "without-brand");
  },
};

/** What only an address that the service can reach hears. */
export const noticeProbes: readonly Probe[] = [retrySchedule, acknowledgement, tokenNotification];

import type { NotifyAddress, NotifyAnswer } from "../../target/listener.js";
import { Disturbed, type Session, Undetermined } from "../session/session.js";
import { finding, likely, listening, type ProbeTable, repeated, sure, withPerson } from "./probe.js";

/** How long the first attempt may take, in milliseconds of real time. */
const FIRST_MS = 10_000;
const STEP_MS = 5_000;
/** The longest first wait of a known schedule is five minutes. */
const RETRY_WITHIN_MS = 330_000;
const no: NotifyAnswer = { status: 500, body: "no" };
const ok: NotifyAnswer = { status: 200, body: "OK" };

/** Probes that need an address that the service can reach. */
export const notificationProbes: ProbeTable = {
  "retry-schedule": listening(async (session) => {
    const afterMs = await retryAfter(session);
    if (afterMs === undefined) return finding(`nothing is sent again within ${RETRY_WITHIN_MS / 60_000} minutes`);
    // Only likely, because only the first wait was observed.
    if (afterMs <= 25_000) return likely("newer");
    return afterMs > 240_000 ? likely("older") : finding(`a notification is sent again after ${afterMs / 1000} s`);
  }),
  acknowledgement: listening(async (session) => {
    const afterMs = await retryAfter(session);
    if (afterMs === undefined) throw new Undetermined("nothing is sent again, whatever is answered");
    const both = [await told(session, { ...ok, body: " OK\r\n" }), await told(session, { ...ok, body: "\ufeffOK" })];
    await session.wait(afterMs + STEP_MS);
    const [spaced, marked] = both.map(({ address }) => address.heard.length > 1);
    for (const { address, requireOwn } of both) {
      address.answers = ok;
      requireOwn();
    }
    if (spaced !== marked)
      return finding(
        `an OK with ${spaced ? "white space" : "a byte order mark"} around it is not taken, the other one is`,
      );
    return sure(spaced ? "exact" : "trimmed");
  }),
  "token-notification": listening(
    withPerson(async (session) => {
      const address = session.notifyAddress(ok);
      const callbackUrl = { notify: address.url };
      const { body } = await session.need("tokenization/add-token", { userId: session.reference(), callbackUrl });
      await session.asked("store a card", { checkoutUrl: body.data });
      if (!(await address.hears(1, FIRST_MS))) throw new Undetermined("no notification of the stored card came");
      kept(session, address, ok);
      session.requireSigned(address);
      return sure(/"cardBrand"/.test(address.heard[0]!) ? "with-brand" : "without-brand");
    }),
  ),
  "hosted-recurring-notify": listening(
    repeated(async (session) => {
      const [ofParent, own] = [session.notifyAddress(ok), session.notifyAddress(ok)];
      const parent = await session.sold({ isRecurring: true, callbackUrl: { notify: ofParent.url } });
      if (!(await ofParent.hears(1, FIRST_MS))) throw new Undetermined("no notification of the parent's sale came");
      session.requireSigned(ofParent);
      const { merchantReference, amount } = await session.charge();
      const callbackUrl = { notify: own.url };
      const charge = { merchantReference, amount, parentOrderId: parent.id, callbackUrl };
      await session.needSeen("hosted-checkout/recurring", charge);
      if (own.heard.length === 0 && ofParent.heard.length === 1) await session.wait(FIRST_MS);
      requireOnly(ofParent, [parent.merchantReference, merchantReference]);
      if (own.heard.length > 0) {
        kept(session, own, ok);
        return ofParent.heard.length === 1
          ? sure("own")
          : finding("both addresses are notified of a hosted recurring charge");
      }
      return ofParent.heard.length > 1 ? sure("parent") : likely("none");
    }),
  ),
};

/** Keeps the last notification as evidence. */
const kept = (session: Session, { heard }: NotifyAddress, { status, body }: NotifyAnswer) =>
  session.keep("(notified)", heard.at(-1)!, { http: status, text: body });

/** Sells something, and waits for the first notification attempt. */
async function told(session: Session, answers: NotifyAnswer) {
  const address = session.notifyAddress(answers);
  const { merchantReference } = await session.sold({ callbackUrl: { notify: address.url } });
  if (!(await address.hears(1, FIRST_MS)))
    throw new Undetermined(`no notification came to ${address.url} within ${FIRST_MS / 1000} s`);
  kept(session, address, answers);
  session.requireSigned(address);
  const requireOwn = () => requireOnly(address, [merchantReference]);
  requireOwn();
  return { address, requireOwn };
}

/**
 * Throws Disturbed if the address was notified of another order. If a charge's answer was lost, the charge is repeated,
 * and the address is notified of both orders. The second notification must not count as a retry.
 */
function requireOnly({ url, heard }: NotifyAddress, references: readonly unknown[]): void {
  const others = heard
    .map((text) => /"merchantReference"\s*:\s*"([^"]*)"/.exec(text)?.[1])
    .filter((reference) => reference !== undefined && !references.includes(reference));
  if (others.length > 0) throw new Disturbed(`${url} was notified of another order too: ${others[0]}`);
}

/**
 * The time between a failed attempt and the next, in milliseconds of the target's clock. Undefined if there was no
 * next one.
 */
const retryAfter = (session: Session): Promise<number | undefined> =>
  session.once("retry", async () => {
    const { address, requireOwn } = await told(session, no);
    for (let waited = STEP_MS; waited <= RETRY_WITHIN_MS; waited += STEP_MS) {
      await session.wait(STEP_MS);
      if (address.heard.length === 1) continue;
      requireOwn();
      kept(session, address, no);
      address.answers = ok;
      return waited;
    }
    return undefined;
  });

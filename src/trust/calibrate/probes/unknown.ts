import { NO_ID } from "../../recording/exchange.js";
import { type HttpAnswer, isSuccess } from "../../target/target.js";
import { finding, likely, type Probe, sure } from "../probe.js";
import type { Session } from "../session.js";
import { shapeOf } from "../shape.js";
import { brief } from "../try-call.js";
import { Disturbed, Undetermined } from "../undetermined.js";

const OWN_WORDS = "no public key";

const unknownMerchant: Probe = {
  id: "unknown-merchant",
  run: async (session) => {
    const answers: HttpAnswer[] = [];
    for (const merchantId of [NO_ID, NO_ID - 1])
      answers.push(await session.ask("tokenization/query-token", { merchantId, userId: session.userId }));
    const [answer, again] = answers as [HttpAnswer, HttpAnswer];
    const { code, http, message = "" } = answer;
    if (answers.some(isSuccess)) throw new Undetermined("signatures are not checked there");
    if (code === undefined || http !== 200 || again.code !== code)
      throw new Disturbed(`unknown merchants are answered ${answers.map(brief).join(" and ")}`);
    if (code === session.codes.codeOf("invalid-signature"))
      return finding("an unknown merchant is answered as an invalid signature is");
    session.restsOn(code);
    const isKeyless = message.trim().toLowerCase().startsWith(OWN_WORDS);
    const name = isKeyless ? "no-public-key" : "merchant-not-found";
    const doubt = session.codes.doubt(code) ?? otherMeaning(session, code, name);
    if (doubt !== undefined) throw new Undetermined(doubt);
    session.learn(name, ...answers);
    // An unknown message may mean any problem with such a merchant.
    return isKeyless ? sure(name) : likely(name, `merchants ${NO_ID} and ${NO_ID - 1} are answered ${brief(answer)}`);
  },
};

function otherMeaning({ codes }: Session, code: string, name: string): string | undefined {
  const [meaning] = codes.meanings(code).filter((one) => one !== name);
  return meaning === undefined ? undefined : `${code} was seen for ${meaning}`;
}

const stan: Probe = {
  id: "stan",
  run: async (session) => {
    const answer = await session.needSeen("tokenization/sale", await session.sale());
    const [, number] = /"stan"\s*:\s*"?([^",}]*)/.exec(answer.text) ?? [];
    if (number === undefined) return finding("a sale's answer has no stan");
    if (!/^\d{1,6}$/.test(number)) return finding(`a stan is ${shapeOf(number)}`);
    if (number.startsWith("0") && number.length === 6) return sure("six-digits");
    if (number.length < 6 && !number.startsWith("0")) return sure("no-zeros");
    throw new Undetermined(`a stan of six digits that begins with another one than 0 tells nothing: ${number}`);
  },
};

export const unknownProbes: readonly Probe[] = [unknownMerchant, stan];

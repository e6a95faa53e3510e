import { NO_ID } from "../../recording/exchange.js";
import { isSuccess } from "../../target/target.js";
import { Disturbed, Undetermined } from "../session/session.js";
import { brief } from "../session/try-call.js";
import { sale } from "./money.js";
import { finding, likely, type ProbeTable, shows, sure } from "./probe.js";

const OWN_WORDS = "no public key";

export const unknownProbes: ProbeTable = {
  "unknown-merchant": async (session) => {
    const ask = (merchantId: number) => session.ask("tokenization/query-token", { merchantId, userId: session.userId });
    const [answer, again] = [await ask(NO_ID), await ask(NO_ID - 1)];
    const { code, http, message = "" } = answer;
    if (isSuccess(answer) || isSuccess(again)) throw new Undetermined("signatures are not checked there");
    if (code === undefined || http !== 200 || again.code !== code)
      throw new Disturbed(`unknown merchants are answered ${brief(answer)} and ${brief(again)}`);
    if (code === session.codes.codeOf("invalid-signature"))
      return finding("an unknown merchant is answered as an invalid signature is");
    session.restsOn(code);
    const isKeyless = message.trim().toLowerCase().startsWith(OWN_WORDS);
    const name = isKeyless ? "no-public-key" : "merchant-not-found";
    const doubt = session.codes.doubt(code) ?? session.codes.otherMeaning(code, name);
    if (doubt !== undefined) throw new Undetermined(doubt);
    session.codes.learn(name, [answer, again]);
    // An unknown message may mean any problem with such a merchant.
    return isKeyless ? sure(name) : likely(name, `merchants ${NO_ID} and ${NO_ID - 1} are answered ${brief(answer)}`);
  },
  stan: shows(sale),
};

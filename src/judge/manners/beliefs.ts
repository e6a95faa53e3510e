import type { CallFact, NoticeFact, RedirectFact } from "../observe/facts.js";
import { knowledgeOf } from "../oracle/knowledge.js";
import { type SeenManner, shopCalls, type Watched } from "./seen.js";

/** Manners that show where what the shop believes came from. */
export const beliefManners = (run: Watched): readonly SeenManner[] => [
  ...takenForSuccess(run),
  ...believedForged(run),
  ...[...run.beliefs.keys()].flatMap((reference) => withoutProof(run, reference)),
];

/** A refusal with HTTP 200, or something with HTTP 200 that is no answer, and the shop counts it as done. */
function takenForSuccess({ facts, wrong }: Watched): readonly SeenManner[] {
  return wrong.flatMap(({ verdict, references }) => {
    if (verdict !== "paid-unpaid" && verdict !== "refund-not-made") return [];
    const isMeant = verdict === "paid-unpaid" ? /\/(sale|recurring|create)$/ : /\/refund$/;
    const refused = shopCalls(facts).find(
      (call) => isMeant.test(call.operation) && references.includes(call.reference ?? "") && saysNo(call),
    );
    if (!refused) return [];
    const said = refused.fault === undefined ? `responseCode ${refused.responseCode}` : refused.fault;
    const what = `${refused.operation} of ${refused.reference} was answered HTTP 200, ${said}`;
    return [{ id: "http-200-taken-for-success", calls: [refused], what }];
  });
}

const saysNo = ({ fault, http, responseCode }: CallFact): boolean =>
  fault === undefined ? http === 200 && responseCode !== "0000" : fault === "garbage-body";

const believedForged = ({ wrong }: Watched): readonly SeenManner[] =>
  wrong
    .filter(({ verdict }) => verdict === "believed-forged")
    .map(({ why }) => ({ id: "forged-notice-believed", calls: [], what: why }));

/** Counted as paid though neither an answer nor a genuine notice said so: then it was the redirect, or a false signature. */
function withoutProof({ facts, books, beliefs }: Watched, reference: string): readonly SeenManner[] {
  const belief = beliefs.get(reference);
  if (!belief?.paid || books.get(reference)?.isAmbiguous || knowledgeOf(facts, reference, "charged") === "told")
    return [];
  const ofOrder = facts.filter((fact) => fact.reference === reference);
  const came = ofOrder.find((fact): fact is RedirectFact => fact.kind === "redirect" && fact.to === "success");
  const unsigned = ofOrder.find((fact): fact is NoticeFact => fact.kind === "notice" && fact.forged !== undefined);
  if (came && came.status !== null && !unsigned)
    return [
      { id: "redirect-taken-for-proof", calls: [], what: `${reference} is counted as paid, by the redirect alone` },
    ];
  if (unsigned?.forged === "signature" && unsigned.status !== null && !came)
    return [
      {
        id: "signature-never-checked",
        calls: [],
        what: `${reference} is counted as paid, by notice ${unsigned.id} alone`,
      },
    ];
  return [];
}

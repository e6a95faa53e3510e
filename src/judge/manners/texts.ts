import type { Manner, MannerId } from "../../library/language.js";

/** What a shop does, and what a right one does. */
export const mannerTexts: Readonly<Record<MannerId, Pick<Manner, "grave" | "cause" | "cure">>> = {
  "retried-under-new-reference": {
    grave: true,
    cause: "The answer to a charge was lost, and the shop charged again under another reference without asking.",
    cure: "Query the first reference; charge again only where the service does not know it, or says that it is not paid.",
  },
  "refunds-in-parallel": {
    grave: true,
    cause: "The shop sent a refund while another one was not yet answered.",
    cure: "Refund one after another: each depends on the balance, and on whether the order was refunded before.",
  },
  "redirect-taken-for-proof": {
    grave: true,
    cause: "The shop counted an order as paid because the shopper's browser came back.",
    cure: "Anyone can open that address: query the order, and believe the answer.",
  },
  "http-200-taken-for-success": {
    grave: true,
    cause: "The shop took an HTTP 200 for success, though its response code said no.",
    cure: 'Every business answer is HTTP 200: only responseCode "0000" means that it was done.',
  },
  "forged-notice-believed": {
    grave: true,
    cause: "The shop believed a notice that the service never sent.",
    cure: "Verify the signature of each notice, or take it as a hint and query the order.",
  },
  "signature-never-checked": {
    grave: true,
    cause: "The shop counted an order as paid because of a notice whose signature does not hold.",
    cure: "Verify the signature of each notice, or take it as a hint and query the order.",
  },
  "slow-to-answer-notices": {
    grave: false,
    cause: "The shop took over 5 s to answer a notice.",
    cure: "Answer OK at once, and do the work afterwards: a notice that is not answered in time comes again.",
  },
  "right-notice-answered-with-error": {
    grave: false,
    cause: "The shop answered a genuine notice with an error.",
    cure: "Answer OK to what is genuine, also the second time: else it comes again for hours.",
  },
  "reference-reused": {
    grave: false,
    cause: "The shop used a merchantReference again that was answered before.",
    cure: "Give each order a reference of its own.",
  },
  "polls-too-fast": {
    grave: false,
    cause: "The shop asked more than ten times in a row, faster than twice a second.",
    cure: "Wait for the notice, and ask every few seconds at most.",
  },
  "gives-up-after-one-lost-query": {
    grave: false,
    cause: "The answer to a query was lost, and the shop did not ask again.",
    cure: "A query changes nothing: repeat it until an answer comes.",
  },
};

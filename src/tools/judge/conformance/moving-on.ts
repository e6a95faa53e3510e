import { ours, type Profile, pages } from "./requirement.js";

/** Requirements about later versions of the service. */
export const movingOn: Profile = {
  id: "fw",
  name: "Moving on",
  about: "The service adds members, statuses and codes, as every service does.",
  requirements: [
    {
      id: "FW-01",
      requirement: "An extra member in an answer or a notification changes nothing.",
      because: "Services add members without a new version.",
      source: pages.goLive,
      mutants: ["*/future/extra-member", "*/future/extra-field"],
      cure: "Ignore members that you don't know. Verify the signature over everything you received.",
    },
    {
      id: "FW-02",
      requirement: "A status that the shop doesn't know is treated as unknown.",
      because: "It proves neither a payment nor a failure.",
      source: ours,
      mutants: ["*/future/unknown-status"],
      absent: "No answer had a status.",
      findsOut: true,
      cure: "List the statuses that mean paid. Keep the order open for all others, and ask again.",
    },
    {
      id: "FW-03",
      requirement: "A response code that the shop doesn't know is never success.",
      because: "Only 0000 is.",
      source: ours,
      mutants: ["*/future/unknown-code"],
      cure: "Compare with 0000. After any other code that the shop doesn't know, log it, and query the order.",
    },
    {
      id: "FW-04",
      requirement: "The members of an answer may come in any order.",
      because: "JSON objects have no order.",
      source: ours,
      mutants: ["*/future/member-order"],
      cure: "Read answers with a JSON parser, never with a pattern.",
    },
    {
      id: "FW-05",
      requirement: "Answers may take 0.8 seconds longer than usual, or as long as --slow says.",
      because: "Every service has slow days.",
      source: ours,
      mutants: ["*/future/slow", "*/slow/*"],
      cure: "Set a time limit of 20 seconds, and query the order when it passes.",
    },
  ],
};

import { type Profile, pages } from "./requirement.js";

/** Requirements about two simultaneous events of one order. */
export const concurrency: Profile = {
  id: "cc",
  name: "Concurrency",
  about: "Two events of one order happen at the same time.",
  requirements: [
    {
      id: "CC-01",
      requirement: "Two copies of a notification at the same time do the work once.",
      because: "Both handlers see an unpaid order before either has written.",
      source: pages.overlap,
      mutants: ["*/race/with-copy*"],
      cure: "Change the order's state with a condition on its old state, and act only if that changed a row.",
    },
    {
      id: "CC-02",
      requirement: "A notification and the shopper's return at the same time do the work once.",
      because: "This is the most common double delivery in real shops.",
      source: pages.redirectRace,
      mutants: ["*/race/with-redirect*"],
      absent: "It gives no success address, or no notification was about the payment.",
      cure: "Let both end in one function that takes a lock on the order.",
    },
    {
      id: "CC-03",
      requirement: "A notification and the shop's own query at the same time do the work once.",
      because: "A polling job and the notification run at the same time.",
      source: pages.stockTwice,
      mutants: ["*/race/with-query*"],
      absent: "It queried no order that a notification was about.",
      unplayed: {
        result: "NOT APPLICABLE",
        why: "It queried only after a notification came: it asked by itself about no order that was just paid.",
      },
      cure: "Let both end in one function that takes a lock on the order.",
    },
    {
      id: "CC-04",
      requirement: "A retry that comes while the first handler still runs does the work once.",
      because: "A handler that takes longer than the time limit is called again while it works.",
      source: pages.overlap,
      mutants: ["*/race/retried-while-running*"],
      cure: "Answer OK first and work afterwards, or take a lock on the order.",
    },
    {
      id: "CC-05",
      requirement: "The answer to a payment, its notification, the return and a query may come in any order.",
      because: "Nothing but chance decides their order in production.",
      source: pages.redirectRace,
      mutants: ["*order/*"],
      needs: "interleavings",
      cure: "Let every event end in one function that reads the order's state, then acts.",
    },
    {
      id: "CC-06",
      requirement: "One payment delivers once, whatever the judge changes.",
      because: "Goods, credits and mails that go out twice cost money and trust.",
      source: pages.stockTwice,
      mutants: ["*"],
      verdicts: ["fulfilled-twice"],
      tells: "effects",
      cure: "Deliver in the transaction that marks the order as paid, and only if it wasn't.",
    },
  ],
};

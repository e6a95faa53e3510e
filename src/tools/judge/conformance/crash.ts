import { ours, type Profile, pages } from "./requirement.js";

/** Requirements about a process that crashes. Needs `--shop`. */
export const crash: Profile = {
  id: "cr",
  name: "Crash",
  about: "The shop's process dies and is started again. Needs --shop.",
  requirements: [
    {
      id: "CR-01",
      requirement: "A shop that dies before the answer arrives has correct books after a restart.",
      because: "The charge was made, and the shop's memory is gone.",
      source: ours,
      mutants: ["*/crash/before-answer"],
      cure: "Store the order as pending before you send the call. Query pending orders at start.",
    },
    {
      id: "CR-02",
      requirement: "A shop that dies between the answer and its own write has correct books after a restart.",
      because: "The answer was a success, but the database doesn't know.",
      source: ours,
      mutants: ["*/crash/after-answer"],
      cure: "Store the order as pending before you send the call. Query pending orders at start.",
    },
    {
      id: "CR-03",
      requirement: "A shop that dies while it handles a notification has correct books after a restart.",
      because: "The notification comes again, and half of the work may be done.",
      source: pages.webhooks,
      mutants: ["*/crash/before-ack"],
      cure: "Do the work and mark the order in one transaction.",
    },
    {
      id: "CR-04",
      requirement: "A shop that dies after it acknowledged a notification has correct books after a restart.",
      because: "An acknowledged notification never comes again.",
      source: pages.webhooks,
      mutants: ["*/crash/after-ack"],
      cure: "Store the notification before you answer OK, and work from the store.",
    },
    {
      id: "CR-05",
      requirement: "A worker that dies loses no order.",
      because: "The listening process continues, so nobody notices that the work stopped.",
      source: ours,
      mutants: ["*/crash/worker"],
      unplayed: {
        result: "NOT APPLICABLE",
        why: "No worker handled the notification: the shop is one process, or this system has no /proc.",
      },
      cure: "Keep the queue in the database, and take a job off it only once it is done.",
    },
    {
      id: "CR-06",
      requirement: "A shop without the service's public key believes no forged notification.",
      because: "A missing key after a deployment must not switch the check off.",
      source: ours,
      mutants: ["*keyless/missing"],
      cure: "Read the key at start, and refuse to start without it.",
    },
    {
      id: "CR-07",
      requirement: "A shop with a wrong public key believes no forged notification.",
      because: "Test and production have different keys, and deployments mix them up.",
      source: ours,
      mutants: ["*keyless/wrong"],
      cure: "Reject every notification that fails verification, without any fallback.",
    },
  ],
};

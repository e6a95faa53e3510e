import type * as z from "zod";
import { ruleSchema, scenarioSchema, thenSchema } from "../scenario/rule.js";
import { cardEntryFilters, cardEntrySimulation } from "./card-entries.js";
import { clockBody } from "./clock.js";
import { merchantBody } from "./merchants.js";
import { notificationFilters } from "./notifications.js";
import { orderFilters, simulateBody } from "./orders.js";
import { requestFilters } from "./requests.js";
import { laneBody, resetBody } from "./server-calls.js";
import { settleBody } from "./settlement.js";
import { snapshotBody } from "./snapshots.js";
import { tokenBody, tokenFilters } from "./tokens.js";
import { verifyBody } from "./verify.js";
import { waitBody } from "./wait.js";

/** A call of the control API, as the OpenAPI document tells it. */
export interface Call {
  readonly method: "get" | "post" | "put" | "delete";
  /** Below /_sandbox. */
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body's name among the components. */
  readonly bodyName?: string;
  readonly answers: Readonly<Record<string, string>>;
  /** Of the answer, where it is not JSON. */
  readonly type?: string;
}

const get = (path: string, summary: string, answer: string, query?: z.ZodObject): Call => ({
  method: "get",
  path,
  summary,
  ...(query && { query }),
  answers: { "200": answer },
});
type Answers = Call["answers"];
const sends = (
  method: "post" | "put",
  path: string,
  summary: string,
  answers: Answers,
  body?: [string, z.ZodType],
): Call => ({
  method,
  path,
  summary,
  ...(body && { bodyName: body[0], body: body[1] }),
  answers,
});
const remove = (path: string, summary: string): Call => ({
  method: "delete",
  path,
  summary,
  answers: { "204": "gone" },
});

/** Every call; a test keeps this list and the routes in step. */
export const calls: readonly Call[] = [
  get("/health", "How the server is", "version, seed, lanes, uptime"),
  get("/keys", "The key that verifies notifications", "notificationPublicKey, PEM"),
  sends("post", "/reset", "Clears the lane: state, rules, queue, clock, journal", { "204": "cleared" }, [
    "Reset",
    resetBody,
  ]),
  get("/provenance", "Every assumption, with what was chosen", "assumptions"),
  get("/lanes", "The lanes that are there", "lanes"),
  sends("post", "/lanes", "Makes a lane", { "201": "name, url" }, ["NewLane", laneBody]),
  remove("/lanes/{name}", "Drops a lane"),
  get("/orders", "Orders, newest first", "orders", orderFilters),
  get("/orders/{id}", "An order with all that happened to it", "order, transactions, ledger, notifications, timeline"),
  sends("post", "/orders/{id}/simulate", "The shopper without a browser", { "200": "order" }, [
    "Simulation",
    simulateBody,
  ]),
  get("/merchants", "The merchants", "merchants"),
  get("/merchants/{id}", "A merchant: keys, unsettled balance, capabilities", "the merchant"),
  sends("put", "/merchants/{id}", "Makes or changes a merchant", { "200": "the merchant" }, ["Merchant", merchantBody]),
  get("/tokens", "Stored cards", "tokens", tokenFilters),
  sends("post", "/tokens", "Stores a card", { "201": "the token" }, ["NewToken", tokenBody]),
  get("/card-entries", "Card-entry pages of add-token", "cardEntries", cardEntryFilters),
  get("/card-entries/{id}", "A card-entry page with its verification charges", "cardEntry, charges, ledger"),
  sends("post", "/card-entries/{id}/simulate", "The shopper on it without a browser", { "200": "cardEntry" }, [
    "CardEntrySimulation",
    cardEntrySimulation,
  ]),
  sends("post", "/settle", "Ends the business day", { "200": "settled: how many" }, ["Settle", settleBody]),
  get("/invariants", "Whether the books balance", "holds, checked, broken"),
  get("/requests", "Calls and their answers, newest first", "requests", requestFilters),
  get("/requests/{id}", "A call, its answer, and why it went so", "request, response, explain"),
  get("/notifications", "Notifications, newest first", "notifications", notificationFilters),
  get("/notifications/{id}", "A notification with its attempts", "the notification"),
  sends("post", "/notifications/{id}/resend", "Sends it now, whatever the clock", { "200": "the notification" }),
  sends("post", "/notifications/{id}/release", "Lets a held one go", { "200": "the notification" }),
  get("/clock", "The lane's time", "now, mode"),
  sends(
    "put",
    "/clock",
    "Moves the lane's time; answers when all that fell due has happened",
    { "200": "now, mode, fired" },
    ["ClockMove", clockBody],
  ),
  get("/rules", "The rules in the order in which they are asked", "rules"),
  sends("post", "/rules", "Puts a rule in", { "201": "the rule with its id" }, ["Rule", ruleSchema]),
  remove("/rules", "Takes away the rules that this API put in"),
  remove("/rules/{id}", "Takes a rule away"),
  sends("post", "/next", "What the next call gets, once", { "201": "the rule with its id" }, ["Then", thenSchema]),
  sends(
    "put",
    "/scenario",
    "Applies a scenario: a name of the catalogue, or a whole document",
    { "200": "what was applied" },
    ["Scenario", scenarioSchema],
  ),
  sends("post", "/wait", "Answers as soon as it is so", { "200": "matched", "408": "not in time: the nearest facts" }, [
    "Wait",
    waitBody,
  ]),
  sends("post", "/verify", "Holds expectations against the lane", { "200": "passed, failures" }, [
    "Verify",
    verifyBody,
  ]),
  get("/snapshots", "The snapshots that were saved", "snapshots"),
  sends("post", "/snapshots", "Saves the lane under a name", { "201": "name, bytes" }, ["NewSnapshot", snapshotBody]),
  sends("post", "/snapshots/{name}/load", "Puts this lane back to a snapshot", { "200": "name, lane, url, seed, now" }),
  { ...get("/events", "What happens in the lane, as it happens", "server-sent events"), type: "text/event-stream" },
  get("/openapi.json", "This document", "OpenAPI 3.1"),
  { ...get("/ui", "The inspection page", "the page"), type: "text/html" },
];

import * as z from "zod";
import type { CardEntry } from "../../../core/domain/card-entry.js";
import { issuingCountries } from "../../../core/facts/parameters/parameters.js";
import { named } from "../../../core/scenario/values/public-schemas.js";
import { declineSchema, expirySchema } from "../../../core/scenario/values/schema-parts.js";
import type { Reply } from "../../../lane/journal/reply.js";
import type { Lane } from "../../../lane/lane.js";
import { readId } from "../../../lane/ports/name.js";
import { cancelCardEntry, saveCard } from "../../../lane/shopper/card-entry.js";
import { pageNamed } from "../../../lane/shopper/page-address.js";
import { cardEntrySummary, wholeCardEntry } from "../../../lane/views/card-entry-json.js";
import { newestOf } from "../../../lane/views/list-pages.js";
import { cardEntryDetailsSchema, cardEntrySchema } from "../../../lane/views/schemas/card-entry-schema.js";
import { call, ok } from "../call.js";
import { type ControlRefusal, notFound, refuse } from "../http/errors.js";
import { before, limit, next } from "../http/parameters.js";
import { cardNumber, fitsAction, reasonToDecline, simulatedCard } from "./cards.js";

const actions = ["save", "decline", "cancel"] as const;

const cardEntrySimulation = named(
  "CardEntrySimulation",
  z
    .strictObject({
      action: z.enum(actions).describe("the shopper's act, or the issuer's answer"),
      card: simulatedCard
        .optional()
        .describe("a test card's name, or a card number; a card that the page accepts when left out"),
      expiryDate: expirySchema.optional().describe("the card's last month, YYYYMM; 203012 when left out"),
      country: z.enum(issuingCountries).optional().describe("the country that issued the card"),
      reason: declineSchema
        .optional()
        .describe("why the issuer declines: by the test card, or do-not-honour, when left out"),
    })
    .superRefine(fitsAction(actions)),
);
type Simulation = z.output<typeof cardEntrySimulation>;

/** Calls about add-token's card-entry pages. They can act as the shopper, without a browser. */
export const cardEntryCalls = [
  call("GET /card-entries", "Card-entry pages of add-token, newest first", {
    query: z.strictObject({ before, limit }),
    answers: { 200: z.strictObject({ cardEntries: z.array(cardEntrySchema), next }) },
    run: async ({ lane, query }) => {
      const { items, next } = await newestOf((part) => lane.store.views.cardEntries(part), query, undefined);
      return ok({ cardEntries: await Promise.all(items.map((entry) => cardEntrySummary(lane, entry))), next });
    },
  }),
  call("GET /card-entries/{id}", "A card-entry page with its verification charges", {
    params: { id: "the card entry's id, or its page's address" },
    answers: { 200: cardEntryDetailsSchema },
    run: async ({ lane, params }) => {
      const entry = await cardEntryNamed(lane, params.id);
      return "refusal" in entry ? entry : ok(await wholeCardEntry(lane, entry));
    },
  }),
  call("POST /card-entries/{id}/simulate", "Acts as the shopper on it, without a browser", {
    params: { id: "the card entry's id, or its page's address" },
    body: cardEntrySimulation,
    looks: true,
    answers: { 200: cardEntryDetailsSchema },
    run: async ({ lane, params, body }) => {
      const entry = await cardEntryNamed(lane, params.id);
      if ("refusal" in entry) return entry;
      const done = await simulate(lane, entry, body);
      done.release?.();
      const { result, notAllowed } = done;
      if (notAllowed)
        return refuse(409, "not-allowed", `the page doesn't accept this card: ${notAllowed.message}`, notAllowed.fix);
      const fix =
        result.kind === "refused" && result.reason === "order-not-payable"
          ? "call tokenization/add-token for another page"
          : "GET /_sandbox/card-entries shows its state";
      if (result.kind === "refused") return refuse(409, result.reason, result.detail ?? result.reason, fix);
      if (result.kind === "forced" || result.kind === "lost")
        return refuse(409, "forced", "a rule forced another result", fix);
      return ok(await wholeCardEntry(lane, (await lane.store.views.cardEntry(entry.id))!));
    },
  }),
];

async function cardEntryNamed(lane: Lane, text: string): Promise<CardEntry | ControlRefusal> {
  const page = await pageNamed(lane, text);
  if (page && "none" in page) return refuse(404, "not-found", page.none, page.fix);
  const entry =
    page?.isCardEntry === false ? undefined : await lane.store.views.cardEntry(page?.id ?? readId(text) ?? 0);
  const fix = page
    ? `it is the page of order ${page.id}: POST /_sandbox/orders/${page.id}/simulate pays it`
    : "GET /_sandbox/card-entries lists them; check the lane";
  return entry ?? notFound(`card-entry page ${text}`, fix);
}

function simulate(
  lane: Lane,
  entry: CardEntry,
  { action, card, expiryDate = "203012", country, reason }: Simulation,
): Promise<Reply> {
  if (action === "cancel") return cancelCardEntry(lane, entry);
  const declined = action === "decline" ? reasonToDecline({ card, reason }) : undefined;
  return saveCard(lane, entry, { number: card && cardNumber(card), expiryDate, country, declined });
}

import { chosenClaim } from "../../../../lane/explain/assumptions.js";
import { explainExchange } from "../../../../lane/explain/explain.js";
import { lostAnswerText } from "../../../../lane/explain/lost-answer.js";
import type { RequestDetails } from "../../../../lane/explain/request-schema.js";
import { type Exchange, requestId } from "../../../../lane/ports/exchange.js";
import { readExplanation } from "../../../../lane/ports/explanation.js";
import { idsOf } from "../../../../lane/traces/trace-context.js";
import { textDifferences } from "../../../../lane/views/history/text-diff.js";
import { lastGoodLike } from "../../../../lane/views/list-pages.js";
import { answerMessageOf } from "../../../../lane/views/message-of-answer.js";
import { indented } from "../../../../package/json-text.js";
import { signedCode } from "../../islands/console/command-text.js";
import type { ConsoleVisit } from "../context.js";
import { ActForm, Submit } from "../frame/actions.js";
import { readByHand } from "../frame/commands.js";
import { JsonView } from "../frame/json.js";
import { ConsoleLayout } from "../frame/layout.js";
import {
  At,
  Code,
  CopyLink,
  FactList,
  Folded,
  OrderLink,
  RequestLink,
  Section,
  StateBadge,
  twoDecimals,
  Value,
} from "../frame/parts.js";
import { DataTable } from "../frame/table.js";
import { endedAs } from "../lane/rule-form.js";
import { StreamRows } from "../lists/stream.js";
import { noticeRow } from "../lists/stream-rows.js";
import { Ledger } from "../orders/ledger.js";
import { Checks, checksInWords, RulesLookedAt, rulesInWords } from "./request-checks.js";
import { isRepeatable, otherLanes } from "./request-copies.js";

/** How many differences are shown. */
const SHOWN = 100;

/** A call, its answer, the reasons, and next steps. */
export async function RequestPage({ visit, exchange }: { visit: ConsoleVisit; exchange: Exchange }) {
  const { lane, home } = visit;
  const { request, response, explain } = await explainExchange(lane, exchange, () => otherLanes(visit));
  const page = pageOf(visit, response.body);
  const copy = `${home}/requests/${request.id}/copy`;
  const how = readByHand(visit, `requests/${request.id}`, `await lane.request("${request.id}")`);
  return (
    <ConsoleLayout
      visit={visit}
      title={request.id}
      mark={<Code of={response.responseCode} />}
      section="requests"
      how={{ ...how, isCopiedAbove: isRepeatable(exchange) }}
      isEntry
    >
      <p class="lead">{[request.operation, ...saidTo(exchange, response)].join(" · ")}</p>
      <p class="advice" data-testid="advice">
        {explain.advice}
      </p>
      <div class="row" id="take">
        <a class="button" href={`${home}/rules?like=${request.id}&times=1#add`} data-testid="as-rule">
          Fail the next call like this
        </a>
        <a class="button" href={`${home}/rules?like=${request.id}#add`} data-testid="as-rule-always">
          Fail every call like this
        </a>
        <CopyLink href={`${copy}/ticket`} says="Copy for a ticket" testid="copy-ticket" />
        {isRepeatable(exchange) && (
          <>
            <CopyLink href={`${copy}/curl`} says="Copy as curl" testid="copy-curl" />
            <CopyLink href={`${copy}/code`} says="Copy as library call" testid="copy-code" />
            <CopyLink href={`${copy}/rule`} says="Copy as scenario rule" testid="copy-rule" />
          </>
        )}
        {endedAs(exchange) === "insufficient-unsettled-balance" && (
          <a class="button" href={`${home}/merchants?merchantId=${request.merchantId}`} data-testid="to-balance">
            Set the balance
          </a>
        )}
      </div>
      {explain.looksLike.length > 0 && (
        <ul data-testid="looks-like">
          {explain.looksLike.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      )}
      {explain.lookup && <LookedUp visit={visit} lookup={explain.lookup} />}
      <Folded visit={visit} title="Checks" id="ladder" note={checksInWords(explain.ladder)}>
        {() => <Checks steps={explain.ladder} />}
      </Folded>
      <div class="sides" id="sides">
        <Section title="Request" id="request" note="the text of `request`; card numbers masked">
          <JsonView text={request.text} wrong={wrongParameter(explain)} />
        </Section>
        <Section title="Response" id="response" note={response.fault && lostAnswerText(response, "this answer")}>
          <JsonView text={response.text} />
          {page && (
            <p class="pages">
              <a href={page} data-testid="checkout-url">
                Open checkoutUrl
              </a>
            </p>
          )}
        </Section>
      </div>
      <Folded
        visit={visit}
        title="Raw"
        id="raw"
        note={`${byteLength(request.text)} bytes asked, ${byteLength(response.text)} answered`}
      >
        {() => <Raw exchange={exchange} />}
      </Folded>
      <Section title="About" id="about">
        <FactList
          of={{
            At: <At at={request.at} of={visit} />,
            Merchant: request.merchantId === undefined ? undefined : String(request.merchantId),
            Reference: request.merchantReference,
            Order: request.orderId && <OrderLink visit={visit} id={request.orderId} />,
            Signature: <StateBadge of={request.signature} />,
            Trace: request.traceparent === undefined ? undefined : <code>{idsOf(request.traceparent).traceId}</code>,
            Rule: response.rule,
            Fault: response.fault,
            "Same bytes as": request.resendOf && (
              <>
                <RequestLink visit={visit} id={request.resendOf} /> {`${request.afterMs} ms after its answer was lost`}
              </>
            ),
            "Sent again as": request.resentAs?.map((id) => <RequestLink visit={visit} id={id} />),
            "Order before": explain.state.orderStatus ?? undefined,
            "Order now": explain.state.order?.status,
            "Unsettled now":
              explain.state.unsettledBalanceNow &&
              `HKD ${twoDecimals(explain.state.unsettledBalanceNow.HKD)}, USD ${twoDecimals(explain.state.unsettledBalanceNow.USD)}`,
          }}
        />
      </Section>
      <Section title="Notifications of the order" id="notifications">
        <StreamRows visit={visit} rows={explain.notifications.map(noticeRow)} empty="None." />
      </Section>
      {isRepeatable(exchange) && (
        <Folded
          visit={visit}
          title="Send again"
          id="again"
          class="js"
          note="edited, signed by the demo merchant's key; type masked card numbers again"
        >
          {() => <Again exchange={exchange} />}
        </Folded>
      )}
      <Folded visit={visit} title="Rules checked" id="rules" note={rulesInWords(explain)}>
        {() => <RulesLookedAt rules={explain.rules} />}
      </Folded>
      <Folded visit={visit} title="Beside one that went well" id="diff" note="of the same operation">
        {() => <Diff visit={visit} exchange={exchange} />}
      </Folded>
      <Folded visit={visit} title="Ledger of the order" id="ledger" note={`${explain.ledger.length} lines`}>
        {() => <Ledger visit={visit} lines={explain.ledger} />}
      </Folded>
      <Folded
        visit={visit}
        title="Assumptions behind the answer"
        id="assumptions"
        note={String(explain.assumptions.length)}
      >
        {() => (
          <DataTable
            of="Assumptions"
            columns={{
              Id: ({ id }) => <a href={`${home}/assumptions#assumption-${id}`}>{id}</a>,
              Claim: (one) => chosenClaim(one),
              Because: ({ because }) => because,
            }}
            rows={explain.assumptions}
            empty="None: this is documented, or seen in shipped clients."
          />
        )}
      </Folded>
    </ConsoleLayout>
  );
}

/** The parameter that the refusal names. */
const wrongParameter = ({
  outcome,
  detail = "",
}: {
  outcome: string;
  detail?: string | undefined;
}): string | undefined => (outcome === "invalid-parameter" ? /^([\w.[\]]+):/.exec(detail)?.[1] : undefined);

/** The answer's message and status, or what a fault made of them. */
function saidTo(exchange: Exchange, response: RequestDetails["response"]): readonly string[] {
  const said = [answerMessageOf(exchange.response) ?? "", `HTTP ${response.http}`].filter((part) => part !== "");
  return response.reachedClient ? said : [lostAnswerText(response, said.join(", "))];
}

type Lookup = NonNullable<RequestDetails["explain"]["lookup"]>;

/** What a refusal by state looked up, what is there, and what to do about it. */
const LookedUp = ({ visit, lookup }: { visit: ConsoleVisit; lookup: Lookup }) => (
  <Section title="Looked up" id="lookup">
    <FactList
      of={{
        Asked: lookup.asked,
        Found: lookup.found,
        "Earlier call": lookup.earlierCall && <RequestLink visit={visit} id={lookup.earlierCall} />,
        "If your shop made it": lookup.ifYours,
        "If it did not": lookup.ifNot,
      }}
    />
  </Section>
);

/** The checkout page in the answer. Undefined if it isn't on this lane, because a rule can return any URL. */
function pageOf({ lane }: ConsoleVisit, body: unknown): string | undefined {
  const url = (body as { checkoutUrl?: unknown } | null)?.checkoutUrl;
  return typeof url === "string" && url.startsWith(`${lane.baseUrl}/`) ? url : undefined;
}

const byteLength = (text: string): number => Buffer.byteLength(text);

/** The texts as they were, and what is kept of the headers. */
function Raw({ exchange }: { exchange: Exchange }) {
  const { operation, request, response, http } = exchange;
  const { arrival, traceparent } = readExplanation(exchange);
  const { userAgent, connection, place } = arrival ?? {};
  const sent = [
    `POST /${operation}`,
    ...(userAgent === undefined ? [] : [`User-Agent: ${userAgent}`]),
    ...(traceparent === undefined ? [] : [`traceparent: ${traceparent}`]),
    ...(connection === undefined ? [] : [`(request ${place} of connection ${connection})`]),
  ];
  return (
    <>
      <p class="e">Of the shop's headers only these are kept. Card numbers are masked.</p>
      <pre tabindex={0}>{`${sent.join("\n")}\n\n${request}`}</pre>
      <pre tabindex={0}>{`HTTP ${http}\n\n${response}`}</pre>
    </>
  );
}

async function Diff({ visit, exchange }: { visit: ConsoleVisit; exchange: Exchange }) {
  const good = await lastGoodLike(visit.lane.store.views, exchange);
  if (!good) return <p class="e">No other call of this operation went well.</p>;
  const link = <RequestLink visit={visit} id={requestId(good.id)} />;
  return (
    <>
      <p class="e">There: {link}</p>
      <DataTable
        of="Differences"
        columns={{
          "~Member": ({ path }) => <code>{path || "the text"}</code>,
          "~Here": ({ here }) => <Value of={here} />,
          "~There": ({ there }) => <Value of={there} />,
        }}
        rows={textDifferences(exchange.request, good.request).slice(0, SHOWN)}
        empty={<>The parameters are the same as those of {link}.</>}
      />
    </>
  );
}

/** Sends the text unchanged, so that exactly the typed text is signed. */
const Again = ({ exchange: { operation, request } }: { exchange: Exchange }) => (
  <div class="acts">
    <ActForm label="Send again" does={{ call: `MERCHANT ${operation}`, code: signedCode(operation) }}>
      <textarea name="$" aria-label="The text of request" data-testid="again-text" spellcheck={false}>
        {indented(request)}
      </textarea>
      <Submit text="Sign and send" testid="again-send" />
    </ActForm>
  </div>
);

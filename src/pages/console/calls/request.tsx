import { explainExchange } from "../../../app/explain/explain.js";
import type { Exchange } from "../../../app/ports/exchange.js";
import { idsOf } from "../../../app/traces/trace-context.js";
import { lastGoodLike } from "../../../app/views/list-pages.js";
import { differences } from "../../../app/views/text-diff.js";
import { isPaymentCall } from "../../../scenario/values/operations.js";
import { signedCode } from "../../islands/console/command-text.js";
import type { Visit } from "../context.js";
import { ActForm } from "../frame/actions.js";
import { callByCurl, readByCurl } from "../frame/commands.js";
import { Layout } from "../frame/layout.js";
import { At, Badge, Code, Facts, pretty, Section, Table, twoDecimals } from "../frame/parts.js";
import { endedAs } from "../lane/rule-form.js";
import { Ledger, Notifications } from "../lists/lists.js";
import { Ladder, RulesLookedAt } from "./request-checks.js";

/** How many differences are shown. */
const SHOWN = 100;

/** A call, its answer, the reasons, and next steps. */
export async function RequestPage({ visit, exchange }: { visit: Visit; exchange: Exchange }) {
  const { lane, home } = visit;
  const { request, response, explain } = await explainExchange(lane, exchange);
  const good = await lastGoodLike(lane.store.views, exchange);
  return (
    <Layout visit={visit} title={request.id} section="requests" how={await howOf(visit, exchange)}>
      <h1>
        {request.id} <Code of={response.responseCode} />
      </h1>
      <p class="lead">
        {[request.operation, messageOf(response.body), `HTTP ${response.http}`]
          .filter((part) => part !== "")
          .join(" · ")}
      </p>
      <p class="advice" data-testid="advice">
        {explain.advice}
      </p>
      <div class="row">
        <a class="button" href={`${home}/rules?like=${request.id}&times=1#add`} data-testid="as-rule">
          Do this to the next such call
        </a>
        <a class="button" href={`${home}/rules?like=${request.id}#add`} data-testid="as-rule-always">
          Fail every call like this
        </a>
        {endedAs(exchange) === "insufficient-unsettled-balance" && (
          <a class="button" href={`${home}/merchants?merchantId=${request.merchantId}`} data-testid="to-balance">
            Set the balance
          </a>
        )}
      </div>
      <Section title="About" id="about">
        <Facts
          of={{
            At: <At at={request.at} of={visit} />,
            Merchant: request.merchantId === undefined ? undefined : String(request.merchantId),
            Reference: request.merchantReference,
            Order:
              request.orderId === undefined ? undefined : (
                <a href={`${home}/orders/${request.orderId}`}>{request.orderId}</a>
              ),
            Signature: <Badge of={request.signature} />,
            Trace: request.traceparent === undefined ? undefined : <code>{idsOf(request.traceparent).traceId}</code>,
            Rule: response.rule,
            Fault: response.fault,
            "Order before": explain.state.orderStatus ?? undefined,
            "Order now": explain.state.order?.status,
            "Unsettled now":
              explain.state.unsettledBalanceNow &&
              `HKD ${twoDecimals(explain.state.unsettledBalanceNow.HKD)}, USD ${twoDecimals(explain.state.unsettledBalanceNow.USD)}`,
          }}
        />
      </Section>
      <Ladder steps={explain.ladder} />
      <RulesLookedAt explain={explain} />
      {good && <Diff visit={visit} exchange={exchange} good={good} />}
      <Section title="Request" id="request" note="the text of `request`; card numbers masked">
        <pre>{pretty(request.text)}</pre>
      </Section>
      {isCall(exchange) && <Again exchange={exchange} />}
      <Section
        title="Response"
        id="response"
        note={response.reachedClient ? undefined : `never left so: ${response.fault} took its place`}
      >
        <pre>{pretty(response.text) || "nothing"}</pre>
        {pageOf(visit, response.body) && (
          <p class="pages">
            <a href={pageOf(visit, response.body)} data-testid="checkout-url">
              Open checkoutUrl
            </a>
          </p>
        )}
      </Section>
      <Section title="Ledger of the order" id="ledger">
        <Ledger visit={visit} lines={explain.ledger} />
      </Section>
      <Section title="Notifications of the order" id="notifications">
        <Notifications visit={visit} notifications={explain.notifications} />
      </Section>
      <Section title="Assumptions behind the answer" id="assumptions">
        <Table
          of="Assumptions"
          heads={["Id", "Claim", "Because"]}
          empty="None: this is documented, or seen in shipped clients."
          rows={explain.assumptions.map(({ id, claim, because }) => (
            <tr>
              <td>
                <a href={`${home}/assumptions#assumption-${id}`}>{id}</a>
              </td>
              <td>{claim}</td>
              <td>{because}</td>
            </tr>
          ))}
        />
      </Section>
    </Layout>
  );
}

/** True if it was a call of the payment API, which can be repeated. */
const isCall = ({ operation, request }: Exchange): boolean => request !== "" && isPaymentCall(operation);

/** The call as a curl command. Signed if the server has the key. */
async function howOf({ lane, context }: Visit, exchange: Exchange) {
  const { operation, merchantId = 0, request, id } = exchange;
  if (!isCall(exchange))
    return { curl: readByCurl(lane.baseUrl, `requests/req-${id}`), code: `await lane.request("req-${id}")` };
  const envelope = (await context.sign(lane, merchantId, request)) ?? { request };
  return {
    curl: callByCurl(lane.baseUrl, operation, envelope),
    code: signedCode(operation).replace("{body}", JSON.stringify(request)),
  };
}

/** The checkout page in the answer. Undefined if it isn't on this lane, because a rule can return any URL. */
function pageOf({ lane }: Visit, body: unknown): string | undefined {
  const url = (body as { checkoutUrl?: unknown } | null)?.checkoutUrl;
  return typeof url === "string" && url.startsWith(`${lane.baseUrl}/`) ? url : undefined;
}

function messageOf(body: unknown): string {
  const said = (body as { message?: unknown } | null)?.message;
  return typeof said === "string" ? said : "";
}

const Diff = ({ visit, exchange, good }: { visit: Visit; exchange: Exchange; good: Exchange }) => (
  <Section title="Beside one that went well" id="diff" note={`the same operation: req-${good.id}`}>
    <Table
      of="Differences"
      heads={["Member", "Here", "There"]}
      empty={
        <>
          The parameters are the same as those of <a href={`${visit.home}/requests/req-${good.id}`}>req-{good.id}</a>.
        </>
      }
      rows={differences(exchange.request, good.request)
        .slice(0, SHOWN)
        .map(({ path, here, there }) => (
          <tr>
            <td class="x">
              <code>{path || "the text"}</code>
            </td>
            <td class="x">{here === undefined ? <span class="m">absent</span> : <code>{here}</code>}</td>
            <td class="x">{there === undefined ? <span class="m">absent</span> : <code>{there}</code>}</td>
          </tr>
        ))}
    />
  </Section>
);

/** Sends the text unchanged, so that exactly the typed text is signed. */
const Again = ({ exchange: { operation, request } }: { exchange: Exchange }) => (
  <section class="js" aria-label="Send again" id="again">
    <div class="head">
      <h2>
        Send again <small>edited, signed by the demo merchant's key; type masked card numbers again</small>
      </h2>
    </div>
    <div class="acts">
      <ActForm label="Send again" does={{ method: "MERCHANT", path: operation, code: signedCode(operation) }}>
        <textarea name="$" aria-label="The text of request" data-testid="again-text" spellcheck={false}>
          {pretty(request)}
        </textarea>
        <button type="submit" data-testid="again-send">
          Sign and send
        </button>
      </ActForm>
    </div>
  </section>
);

import { netAmount } from "../../../../core/domain/order.js";
import { parameterSources } from "../../../../core/facts/parameters/parameters.js";
import { type PaymentOperation, paymentOperations } from "../../../../core/scenario/values/operations.js";
import { demoParams } from "../../../../lane/views/demo-params.js";
import { literal, signedCurl } from "../../islands/console/command-text.js";
import type { ConsoleVisit } from "../context.js";
import { ActForm, Submit } from "../frame/actions.js";
import { ConsoleLayout } from "../frame/layout.js";
import { Section } from "../frame/parts.js";

/** A form for calls of the payment API, filled in with demo data: choose, change, send. */
export async function NewCallPage({ visit }: { visit: ConsoleVisit }) {
  const { lane, query, now } = visit;
  const chosen = paymentOperations.find((one) => one === query.operation) ?? "hosted-checkout/create";
  const [order] = await lane.store.views.orders({ limit: 1 });
  const context = {
    reference: `DEMO-${now.toString(36).toUpperCase()}`,
    latest: order && { id: order.id, amount: order.amount / 100, netAmount: netAmount(order) / 100 },
  };
  const paramsOf = (operation: PaymentOperation): string => JSON.stringify(demoParams(operation, context), null, 2);
  const how = {
    curl: signedCurl(lane.baseUrl, chosen, demoParams(chosen, context)),
    code: `await lane.call(${JSON.stringify(chosen)}, ${literal(demoParams(chosen, context))})`,
  };
  return (
    <ConsoleLayout visit={visit} title="New call" section="call" how={how}>
      <p class="lead">Signed as the demo merchant, 3. When it is answered, its page opens and says why it went so.</p>
      <Section title="Operation and parameters" id="operation">
        <ActForm
          label="Send a call"
          id="call"
          class="rule opens"
          does={{ call: `MERCHANT ${chosen}`, code: codeOf(chosen) }}
        >
          <label class="f">
            <span>Operation</span>
            <select data-testid="call-operation" data-calls="call">
              {paymentOperations.map((operation) => (
                <option
                  value={operation}
                  selected={operation === chosen}
                  data-params={paramsOf(operation)}
                  data-code={codeOf(operation)}
                >
                  {operation}
                </option>
              ))}
            </select>
          </label>
          <label class="f">
            <span>Parameters, as JSON</span>
            <textarea name="$" rows={14} data-testid="call-params" spellcheck={false}>
              {paramsOf(chosen)}
            </textarea>
          </label>
          <Submit text="Send" testid="call-send" isFirst />
          {paymentOperations.map((operation) => (
            <Known operation={operation} isHidden={operation !== chosen} />
          ))}
        </ActForm>
      </Section>
    </ConsoleLayout>
  );
}

const codeOf = (operation: string): string => `await lane.call(${JSON.stringify(operation)}, {body})`;

/** The parameter names that an operation knows. */
const Known = ({ operation, isHidden }: { operation: PaymentOperation; isHidden: boolean }) => (
  <p class="hint" data-operation={operation} hidden={isHidden}>
    {`${operation} takes `}
    {Object.keys(parameterSources[operation] ?? {}).map((name, i) => (
      <>
        {i > 0 && ", "}
        <code>{name}</code>
      </>
    ))}
    .
  </p>
);

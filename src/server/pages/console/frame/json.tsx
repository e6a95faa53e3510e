import type { Child } from "hono/jsx";
import { indented } from "../../../../package/json-text.js";

/** Above these limits a text is shown as it is: in characters, and in levels. */
const TEXT_MAX = 30_000;
const DEPTH_MAX = 12;

interface JsonProps {
  readonly text: string;
  /** The path of the member that the answer complains about, such as `lineItems[0].quantity`. */
  readonly wrong?: string | undefined;
}

/**
 * JSON that folds. A click on a name copies its path, a click on a value copies the value. Other texts, and those that are
 * too long or too deep, are shown as they are.
 */
export function JsonView({ text, wrong }: JsonProps) {
  const value = parsed(text);
  if (value === undefined) return <pre>{indented(text) || "nothing"}</pre>;
  return (
    <div class="json" data-testid="json">
      <Members of={value} path="" wrong={wrong} />
    </div>
  );
}

function parsed(text: string): object | undefined {
  if (text.length > TEXT_MAX) return undefined;
  try {
    // A number keeps the digits of its text, since 50.00 must not be shown as 50.
    const keep = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
      typeof value === "number" && context?.source !== undefined ? JSON.rawJSON(context.source) : value;
    // The reviver's third argument is not in TypeScript's types yet.
    const value: unknown = JSON.parse(text, keep as (key: string, value: unknown) => unknown);
    return isWhole(value) && depthOf(value) <= DEPTH_MAX ? value : undefined;
  } catch {
    return undefined;
  }
}

const isWhole = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !JSON.isRawJSON(value);

const depthOf = (value: unknown): number =>
  isWhole(value) ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

interface MembersProps {
  readonly of: object;
  readonly path: string;
  readonly wrong: string | undefined;
}

const Members = ({ of, path, wrong }: MembersProps) => (
  <ul>
    {Object.entries(of).map(([name, value]) => (
      <Member name={name} value={value} path={pathOf(path, name, Array.isArray(of))} wrong={wrong} />
    ))}
  </ul>
);

const pathOf = (path: string, name: string, isInList: boolean): string =>
  isInList ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;

interface MemberProps {
  readonly name: string;
  readonly value: unknown;
  readonly path: string;
  readonly wrong: string | undefined;
}

function Member({ name, value, path, wrong }: MemberProps) {
  const mark = path === wrong ? "wrong" : undefined;
  const key = <Copied class="k" text={path} shown={name} testid="copy-path" label={`Copy the path ${path}`} />;
  if (!isWhole(value)) {
    const written = JSON.stringify(value);
    const copied = typeof value === "string" ? value : written;
    return (
      <li class={mark}>
        {key}: <Copied class="v" text={copied} shown={written} label={`Copy the value of ${path}`} />
      </li>
    );
  }
  const count = Object.keys(value).length;
  return (
    <li class={mark}>
      <details open data-key={`json-${path}`}>
        <summary>
          {key}: <span class="m">{Array.isArray(value) ? `[${count}]` : `{${count}}`}</span>
        </summary>
        <Members of={value} path={path} wrong={wrong} />
      </details>
    </li>
  );
}

interface CopiedProps {
  readonly class: string;
  readonly text: string;
  readonly shown: Child;
  readonly label: string;
  readonly testid?: string;
}

const Copied = ({ class: look, text, shown, label, testid }: CopiedProps) => (
  <button type="button" class={`copied ${look}`} data-text={text} title={label} data-testid={testid}>
    {shown}
  </button>
);

import type { Child } from "hono/jsx";

/**
 * The effect of a button or form, as data. A script sends it, and shows the curl command and the library call that do
 * the same.
 */
export interface ConsoleAction {
  /**
   * A method and a path below `/_sandbox/`. `MERCHANT` and an operation means a call of the payment API, signed with
   * the demo key if the merchant uses that key.
   */
  readonly call: `${"POST" | "PUT" | "PATCH" | "DELETE" | "MERCHANT"} ${string}`;
  /** Left out: {}. */
  readonly body?: object | undefined;
  /** The same by the library. `{name}` stands for a member of the body, `{body}` for the whole body. */
  readonly code: string;
  /** A question before a destructive action. */
  readonly ask?: string | undefined;
}

/** Data for the script. The class `js` hides the element without scripts. */
function dataOf({ call, body, code, ask }: ConsoleAction) {
  const [method, path] = call.split(" ");
  return {
    "data-method": method,
    "data-path": path,
    "data-body": body && JSON.stringify(body),
    "data-code": code,
    "data-ask": ask,
  };
}

interface ActProps {
  readonly text: string;
  readonly does: ConsoleAction;
  readonly testid?: string | undefined;
  /** For screen readers, if the text alone says too little. */
  readonly label?: string | undefined;
  readonly isOff?: boolean | undefined;
  readonly class?: string;
}

/** A button that acts at once. */
export const Act = ({ text, does, testid, label, isOff, class: more = "" }: ActProps) => (
  <button
    type="button"
    class={`act js ${does.ask === undefined ? "" : "risky"} ${more}`.trim().replace(/ {2,}/g, " ")}
    data-testid={testid}
    aria-label={label}
    disabled={isOff}
    {...dataOf(does.call.startsWith("DELETE") ? does : { body: {}, ...does })}
  >
    {text}
  </button>
);

interface FormProps {
  readonly does: ConsoleAction;
  readonly label: string;
  readonly id?: string;
  readonly class?: string;
  /** More data for the script. */
  readonly data?: Readonly<Record<`data-${string}`, string>>;
  readonly children?: Child;
}

/** A form that sends its fields, together with the body of `does`. A field's name is its path in the body. */
export const ActForm = ({ does, label, id, class: more = "", data, children }: FormProps) => (
  <form class={`js do ${more}`.trim()} id={id} aria-label={label} autocomplete="off" {...dataOf(does)} {...data}>
    {children}
  </form>
);

interface SubmitProps extends Pick<ActProps, "text" | "testid" | "isOff"> {
  readonly isFirst?: boolean;
}

/** The button that sends its form. `isFirst`: the most important one of the page. */
export const Submit = ({ text, testid, isOff, isFirst }: SubmitProps) => (
  <button type="submit" class={isFirst ? "first" : undefined} data-testid={testid} disabled={isOff}>
    {text}
  </button>
);

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /**
   * How the script reads the value. Default: as text. `json`: as a number or JSON if it can be parsed, else as text.
   */
  readonly type?: "number" | "json" | "flag" | "date" | undefined;
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  readonly testid?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** A number's range and step. The browser checks them before anything is sent. */
  readonly within?: { readonly min: number; readonly max: number; readonly step: number } | undefined;
  readonly list?: string | undefined;
  readonly options?: readonly (readonly [value: string, label: string])[] | undefined;
  readonly groups?: Readonly<Record<string, readonly (readonly [string, string])[]>> | undefined;
}

const Options = ({ of, value }: { of: NonNullable<FieldProps["options"]>; value: string | undefined }) => (
  <>
    {of.map(([one, label]) => (
      <option value={one} selected={one === value}>
        {label}
      </option>
    ))}
  </>
);

const inputTypes = { flag: "checkbox", number: "number", date: "date", json: "text", text: "text" } as const;

/** A native field with its label. Becomes a select if it has options. */
export function Field(props: FieldProps) {
  const { name, label, type, value, hint, testid, isRequired, within, list, options, groups } = props;
  const common = { name, "data-type": type, "data-testid": testid, required: isRequired, title: hint };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control stands inside, whichever it is.
    <label class="f">
      <span>{label}</span>
      {options || groups ? (
        <select {...common}>
          {options && <Options of={options} value={value} />}
          {Object.entries(groups ?? {}).map(([group, of]) => (
            <optgroup label={group}>
              <Options of={of} value={value} />
            </optgroup>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={inputTypes[type ?? "text"]}
          step={type === "number" ? "any" : undefined}
          {...within}
          value={value}
          placeholder={type === "flag" ? undefined : hint}
          list={list}
        />
      )}
    </label>
  );
}

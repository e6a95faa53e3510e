import type { Child } from "hono/jsx";

/**
 * What a button or a form does, as data: the script sends it, and shows the `curl` and the library line that do the
 * same. In `path` and `code` stands `{name}` for a member of the body; `{body}` in `code` for the whole.
 */
export interface Action {
  /** Of the control API; `MERCHANT`: a call of the payment API, signed by the demo key where that is the merchant's. */
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE" | "MERCHANT";
  /** Below `/_sandbox/`, or the operation. */
  readonly path: string;
  readonly body?: object | undefined;
  /** The library line. */
  readonly code: string;
  /** Asked first, where it destroys something. */
  readonly ask?: string | undefined;
}

/** What the script reads; `js`: hidden where no script runs. */
const dataOf = ({ method, path, body, code, ask }: Action) => ({
  "data-method": method,
  "data-path": path,
  "data-body": body && JSON.stringify(body),
  "data-code": code,
  "data-ask": ask,
});

interface ActProps {
  readonly does: Action;
  readonly testid?: string | undefined;
  readonly label?: string | undefined;
  readonly isOff?: boolean | undefined;
  readonly children?: Child;
}

/** A button that acts at once. */
export const Act = ({ does, testid, label, isOff, children }: ActProps) => (
  <button
    type="button"
    class={does.ask === undefined ? "act js" : "act js risky"}
    data-testid={testid}
    aria-label={label}
    disabled={isOff}
    {...dataOf(does)}
  >
    {children}
  </button>
);

interface FormProps {
  readonly does: Action;
  readonly label: string;
  readonly id?: string;
  readonly class?: string;
  readonly children?: Child;
}

/** A form whose fields, named by their place in the body, are sent with what `does` has already. */
export const ActForm = ({ does, label, id, class: more = "", children }: FormProps) => (
  <form class={`js do ${more}`.trim()} id={id} aria-label={label} autocomplete="off" {...dataOf(does)}>
    {children}
  </form>
);

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** How the script reads it: as text where left out. `json`: a number or JSON where it is one, else text. */
  readonly type?: "number" | "json" | "flag" | undefined;
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  readonly testid?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** What a number must lie between, and its steps; the browser says so before anything is sent. */
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

/** A native field with its label; a select where it has options. */
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
          type={type === "flag" ? "checkbox" : type === "number" ? "number" : "text"}
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

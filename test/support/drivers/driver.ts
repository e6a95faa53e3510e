import { setTimeout as pause } from "node:timers/promises";

/** One page of a browser, as far as the smoke set needs it. */
export interface Driver extends AsyncDisposable {
  goto(url: string): Promise<void>;
  /** The value of a JavaScript expression in the page. */
  read<T>(expression: string): Promise<T>;
  /** Gives the page this width, in CSS pixels. */
  resize(width: number): Promise<void>;
  /** Clicks as a user would, at the place where the element is. */
  click(css: string): Promise<void>;
  /** Types into a field, key by key. */
  type(css: string, text: string): Promise<void>;
}

/** A browser that the smoke set runs in. */
export interface Kind {
  readonly name: string;
  /** Undefined if everything is installed. */
  readonly lacks: string | undefined;
  readonly open: () => Promise<Driver>;
}

export const hook = (testid: string): string => `[data-testid="${testid}"]`;

const LOOK_AGAIN_MS = 50;
/** Less than a test has, so that its failure names the expression. */
const GIVE_UP_MS = 100_000;

/** Waits until an expression is true. A page that is being left can't be asked: that is no answer. */
export async function until(driver: Driver, expression: string): Promise<void> {
  const end = Date.now() + GIVE_UP_MS;
  while (!(await driver.read<boolean>(`!!(${expression})`).catch(() => false))) {
    if (Date.now() > end) throw new Error(`never came true in the page: ${expression}`);
    await pause(LOOK_AGAIN_MS);
  }
}

/** Waits until something is shown. */
export const seen = (driver: Driver, css: string): Promise<void> =>
  until(driver, `document.querySelector(${JSON.stringify(css)})?.checkVisibility()`);

/** Waits for an element, and clicks it. */
export async function press(driver: Driver, testid: string): Promise<void> {
  await seen(driver, hook(testid));
  await driver.click(hook(testid));
}

/** Chooses in a native select. */
export const choose = (driver: Driver, testid: string, value: string): Promise<void> =>
  driver.read(
    `(() => { const list = document.querySelector(${JSON.stringify(hook(testid))}); list.value = ${JSON.stringify(value)}; list.dispatchEvent(new Event("change", { bubbles: true })); })()`,
  );

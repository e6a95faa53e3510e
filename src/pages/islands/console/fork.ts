import { send } from "./send.js";

/** Repeats the call in the forked lane. Returns the address of the page that compares both results. */
export async function repeatIn(lane: string, form: HTMLElement, control: string): Promise<string> {
  const { repeat = "{}", order = "" } = form.dataset;
  const { method, path, body } = JSON.parse(repeat);
  const forked = `${control.replace(/(\/lane\/[^/]+)?\/_sandbox$/, "")}/lane/${lane}/_sandbox`;
  const { requestId } = await send({ method, path, body, code: "", ask: undefined }, forked);
  const { home = "" } = document.body.dataset;
  if (order !== "")
    return `${home}/orders/compare?${new URLSearchParams([
      ["compare", order],
      ["compare", order],
      ["lane", lane],
    ])}`;
  return `${forked}/ui${requestId === undefined ? "" : `/requests/${requestId}`}`;
}

// What a driver does for the judge: it lists its acts in the first run, and does one of them when it is asked.
import { existsSync, rmSync, writeFileSync } from "node:fs";

const {
  PAYMENT_SANDBOX_SHOPPER: asked,
  PAYMENT_SANDBOX_SHOPPER_FILE: file,
  PAYMENT_SANDBOX_JOBS_FILE: due,
} = process.env;

/** In the first run: the acts that this driver can do. */
export function list(...acts) {
  if (asked === "list") writeFileSync(file, acts.join("\n"));
}

export const isAsked = (act) => asked === act;

/** Reports that the act was done. An act that nobody reports proves nothing. */
export function did(act) {
  if (isAsked(act)) writeFileSync(file, act);
}

/** Runs the shop's jobs when the judge's file appears, and removes it once they have ended. */
export function onJobsDue(work) {
  let isRunning = false;
  const look = async () => {
    if (isRunning || !due || !existsSync(due)) return;
    isRunning = true;
    await work();
    rmSync(due);
    isRunning = false;
  };
  setInterval(look, 20).unref();
}

/** Does it once; or twice at the same moment, or once more afterwards, if the judge asks for that. */
export async function act(name, work) {
  if (isAsked(`${name}-twice`)) await Promise.all([work(), work()]);
  else await work();
  if (isAsked(`${name}-again`)) await work();
  did(`${name}-twice`);
  did(`${name}-again`);
}

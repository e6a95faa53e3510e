// Wrong: each worker renews what is due, and each tab gets a page of its own; nobody claims the work first.
import Right from "./right-acts-once.mjs";
import { runIfMain } from "./skeleton.mjs";

export default class Wrong extends Right {
  once(_what, work) {
    return work();
  }

  orderFor() {
    return undefined;
  }
}

await runIfMain(import.meta, Wrong);

// Wrong: takes HTTP 200 for success. Refusals come with it too.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  isDone(answer) {
    return answer?.http === 200;
  }
}

await runIfMain(import.meta, Wrong);

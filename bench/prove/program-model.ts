import { foretold } from "../../test/property/foretold.js";
import { Model } from "../../test/property/model.js";
import { FROZEN_AT } from "../../test/support/sandbox.js";
import { type Forced, forced, type LaneName, type Operation, type ProgramStep } from "./program-steps.js";

/** What a lane is, as the model tells it: the gateway's books, and the rules that wait. */
interface ModelLane {
  readonly model: Model;
  /** References whose order has a page that a shopper knows. */
  readonly pages: Set<string>;
  readonly rules: { readonly operation: Operation; readonly reference: string; readonly outcome: Forced }[];
}

const fresh = (): ModelLane => ({ model: new Model(FROZEN_AT), pages: new Set(), rules: [] });
const cloned = ({ model, pages, rules }: ModelLane): ModelLane => ({
  model: model.clone(),
  pages: new Set(pages),
  rules: [...rules],
});

/** Several lanes and their snapshots. */
export class ModelWorld {
  readonly lanes = new Map<LaneName, ModelLane>();
  readonly #saved = new Map<LaneName, ModelLane>();

  lane(name: LaneName): ModelLane {
    const lane = this.lanes.get(name) ?? fresh();
    this.lanes.set(name, lane);
    return lane;
  }

  hasSaved(name: LaneName): boolean {
    return this.#saved.has(name);
  }

  /** What is answered to the step, and does it. */
  take({ lane: name, step }: ProgramStep): string {
    const { model, pages, rules } = this.lane(name);
    switch (step.kind) {
      case "page":
        return step.does === "pay" && pages.has(step.reference) && model.pay(step.reference, "CARD")
          ? "paid"
          : "not paid";
      case "rule":
        rules.push(step);
        return "put";
      case "unrule":
        rules.length = 0;
        return "gone";
      case "reset":
        this.lanes.set(name, fresh());
        return "reset";
      case "save":
        this.#saved.set(name, cloned(this.lane(name)));
        return "saved";
      case "load":
        this.lanes.set(name, cloned(this.#saved.get(step.of)!));
        return "loaded";
      case "create":
      case "sale":
      case "recurring":
      case "refund": {
        const at = rules.findIndex((rule) => rule.operation === step.kind && rule.reference === step.reference);
        if (at !== -1) return forced[rules.splice(at, 1)[0]!.outcome];
        const code = foretold(model, step);
        if (step.kind === "create" && code === "0000") pages.add(step.reference);
        return code;
      }
      default:
        return foretold(model, step);
    }
  }
}

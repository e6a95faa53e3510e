import type { PlannedMutant } from "../../mutants/mutant.js";
import type { Recorder } from "../../observe/recorder.js";
import { crashScript } from "./crash.js";
import { Scene } from "./scene.js";
import { inSequence } from "./steps.js";

/** The scene that a mutant's variant needs, if any. It starts watching at once. */
export function sceneOf(mutant: PlannedMutant | undefined, recorder: Recorder): Scene | undefined {
  const { crashAt, steps } = mutant?.variant ?? { steps: [] };
  if (!mutant?.variant || (!crashAt && steps.length === 0)) return undefined;
  const script = (scene: Scene) => (crashAt ? crashScript(scene, crashAt) : inSequence(scene));
  return new Scene(mutant, mutant.variant, script).attach(recorder);
}

import type { PlannedMutant } from "../../mutants/mutant.js";
import { Recorder } from "../../observe/recorder.js";
import { crashScript } from "./crash.js";
import { Scene } from "./scene.js";
import { inSequence } from "./steps.js";
import { type TurnMemory, TurnTaking } from "./turn-taking.js";

/** Records a run, and plays the scene of its mutant, if it has one. */
export function watchedRun(mutant: PlannedMutant | undefined, turns: TurnMemory) {
  const recorder: Recorder = new Recorder(
    () => performance.now(),
    (lane) => new TurnTaking(turns, (subject) => scene?.playsApart(lane, subject)),
  );
  const scene = sceneOf(mutant, recorder);
  return { recorder, scene };
}

/** The scene that a mutant's variant needs, if any. It starts watching at once. */
function sceneOf(mutant: PlannedMutant | undefined, recorder: Recorder): Scene | undefined {
  const { crashAt, steps } = mutant?.variant ?? { steps: [] };
  if (!mutant?.variant || (!crashAt && steps.length === 0)) return undefined;
  const script = (scene: Scene) => (crashAt ? crashScript(scene, crashAt) : inSequence(scene));
  return new Scene(mutant, mutant.variant, script).attach(recorder);
}

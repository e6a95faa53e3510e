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
  const { variant } = mutant ?? {};
  const script = variant?.crashAt ? crashScript : variant && variant.steps.length > 0 ? inSequence : undefined;
  const scene: Scene | undefined = mutant && variant && script && new Scene(mutant, variant, script);
  scene?.attach(recorder);
  return { recorder, scene };
}

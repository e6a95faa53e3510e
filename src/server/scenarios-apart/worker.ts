// Reads documents in its own thread. Receives one text, and returns one scenario or refusal.
import { parentPort } from "node:worker_threads";
import { readScenarioText, type ScenarioText } from "../../control/world/read-scenario.js";
import { loadRegexesFor } from "../../scenario/values/pattern.js";

parentPort!.on("message", async (document: ScenarioText) => {
  await loadRegexesFor(document.text);
  parentPort!.postMessage(await readScenarioText(document));
});

import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { silentLog } from "../../../lane/ports/log.js";
import { startServer } from "../../../server/server.js";
import { ControlClient } from "../../library/control-client.js";
import { laneClient } from "../../library/lane-client.js";
import { settingsOf } from "../../library/settings-of.js";
import type { SandboxLane, SandboxOptions } from "../../library/types.js";
import { Replay } from "./replay.js";

const FIRST_MERCHANT = 1_000_000;

/** A sandbox that repeats a service's calls. */
export class Replayer implements AsyncDisposable {
  readonly #server: Awaited<ReturnType<typeof startServer>>;
  readonly #lanes = new Map<string, { readonly lane: SandboxLane; chosen: string }>();
  readonly #touched: Set<string>;
  #merchants = FIRST_MERCHANT;
  #made = 0;

  private constructor(server: Awaited<ReturnType<typeof startServer>>, touched: Set<string>) {
    this.#server = server;
    this.#touched = touched;
  }

  /** `options`: the choices and codes that the sandbox should use. */
  static async start(options: SandboxOptions = {}): Promise<Replayer> {
    const settings = await settingsOf({ ...options, port: 0, signature: "off", magic: false });
    const touched = new Set<string>();
    const server = await startServer(settings, silentLog, { choiceWatcher: (id) => touched.add(id) });
    return new Replayer(server, touched);
  }

  /** The assumptions on which answers have depended since the last call of this method, except the chosen ones. */
  takeTouched(): ReadonlySet<string> {
    const taken = new Set(this.#touched);
    this.#touched.clear();
    return taken;
  }

  /** A lane of its own, with these choices. */
  async lane(chosen: Assume = {}): Promise<Replay> {
    const lane = await this.#newLane();
    if (Object.keys(chosen).length > 0) await lane.assume(chosen);
    return new Replay(lane, () => this.takeTouched());
  }

  /** New merchants in a lane with these choices, which is used again. */
  async world(chosen: Assume): Promise<Replay> {
    // A lane does not report its own choices, so each set of chosen assumptions has its own lane.
    const key = Object.keys(chosen).sort().join();
    const kept = this.#lanes.get(key) ?? { lane: await this.#newLane(), chosen: "{}" };
    if (!this.#lanes.has(key)) await kept.lane.clock.freeze();
    this.#lanes.set(key, kept);
    // Skips choices that are already set, because setting them took a third of an inference's time, and half of the
    // replays use the same choices as the previous one.
    const text = JSON.stringify(chosen);
    if (text !== kept.chosen) await kept.lane.assume(chosen);
    kept.chosen = text;
    return new Replay(
      kept.lane,
      () => this.takeTouched(),
      () => this.#merchants++,
    );
  }

  async #newLane(): Promise<SandboxLane> {
    const { url, fetch } = this.#server;
    const name = `l${this.#made++}`;
    const base = `${url}/lane/${name}`;
    return laneClient(name, base, new ControlClient({ base, fetch }), fetch);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
  }
}

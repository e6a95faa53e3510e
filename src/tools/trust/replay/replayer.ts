import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { silentLog } from "../../../lane/ports/log.js";
import { startServer } from "../../../server/server.js";
import { ControlClient } from "../../library/control-client.js";
import { laneClient } from "../../library/lane-client.js";
import { settingsOf } from "../../library/settings-of.js";
import type { SandboxLane, SandboxOptions } from "../../library/types.js";
import { Replay } from "./replay.js";

/** A sandbox that repeats a service's calls. */
export class Replayer implements AsyncDisposable {
  readonly #server: Awaited<ReturnType<typeof startServer>>;
  readonly #touched: Set<string>;
  #lane: SandboxLane | undefined;
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

  /** A new lane with these choices, in place of the one before. `isTimed`: its clock is frozen, and follows the calls. */
  async lane(chosen: Assume = {}, { isTimed = false } = {}): Promise<Replay> {
    await this.#lane?.drop();
    const { url, fetch } = this.#server;
    const name = `l${this.#made++}`;
    const base = `${url}/lane/${name}`;
    const lane = laneClient(name, base, new ControlClient({ base, fetch }), fetch);
    this.#lane = lane;
    if (Object.keys(chosen).length > 0) await lane.assume(chosen);
    return new Replay(lane, { isTimed, takeTouched: () => this.takeTouched() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
  }
}

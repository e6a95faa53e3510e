import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutant, mutate } from "./mutate.ts";

/** The rooms whose mutants are counted, each with the share that is to be killed. */
export const GOALS = {
  "core/domain": 0.95,
  "core/scenario": 0.95,
  "core/signing": 0.95,
  lane: 0.9,
  "server/payment-api": 0.9,
} as const;
/** What surrounds a lane's decisions. Their tests are system tests, most of them. */
const LEFT_OUT = /^src\/lane\/(catalogue|notify|runtime|store)\//;
export type Room = keyof typeof GOALS;
export const rooms = Object.keys(GOALS) as readonly Room[];

export interface Source {
  /** Absolute. */
  readonly path: string;
  /** From the package's folder. */
  readonly file: string;
  readonly room: Room;
  /** The id of its first mutant. */
  readonly first: number;
  readonly mutants: readonly Mutant[];
}

/** Every source of the rooms with its mutants; ids begin at 1. */
export function readSources(root: string): readonly Source[] {
  const sources: Source[] = [];
  let first = 1;
  for (const room of rooms)
    for (const name of readdirSync(join(root, "src", room), { recursive: true, encoding: "utf8" }).sort()) {
      if (!name.endsWith(".ts")) continue;
      const file = `src/${room}/${name}`;
      if (LEFT_OUT.test(file)) continue;
      const path = join(root, file);
      const { mutants } = mutate(file, readFileSync(path, "utf8"), first);
      sources.push({ path, file, room, first, mutants });
      first += mutants.length;
    }
  return sources;
}

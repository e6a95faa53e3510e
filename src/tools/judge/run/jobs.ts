import { availableParallelism, cpus } from "node:os";
import type { PlannedMutant } from "../mutants/mutant.js";

/** How many runs there are at a time. */
export interface Jobs {
  /** How many may run now. */
  readonly limit: number;
  /** How many may run now, together with those that only wait. */
  readonly most: number;
  /** Learns how long a run took, in milliseconds of real time. */
  ended(ms: number): void;
}

export const fixedJobs = (limit: number): Jobs => ({ limit, most: limit, ended: () => {} });

/** More runs than this are never in progress. */
const MOST = 16;
/** The size of a run whose size can't be seen, such as a small Node.js process. */
const LEAST_BYTES = 64 * 2 ** 20;
/** How often to look at the free memory during the first run. */
const LOOK_MS = 50;

/**
 * One run per core at first, more while cores are idle, fewer if runs take longer. The first run shows how much memory
 * one takes: all of them get half of what is free.
 */
export class IdleJobs implements Jobs {
  limit = availableParallelism();
  most = MOST;
  readonly #least = Math.ceil(this.limit / 2);
  #took: number[] = [];
  #before: Window | undefined;
  #cpu = cpuTimes();

  /** Watches the memory while the first run is in progress. */
  async measure<T>(first: () => Promise<T>): Promise<T> {
    const free = process.availableMemory();
    let least = free;
    const timer = setInterval(() => (least = Math.min(least, process.availableMemory())), LOOK_MS);
    try {
      return await first();
    } finally {
      clearInterval(timer);
      this.most = mostRuns(free, free - least);
      this.limit = Math.min(this.limit, this.most);
      this.#cpu = cpuTimes();
    }
  }

  ended(ms: number): void {
    this.#took.push(ms);
    if (this.#took.length < Math.max(this.limit, ENOUGH)) return;
    const cpu = cpuTimes();
    const idleCores = (cpus().length * (cpu.idle - this.#cpu.idle)) / Math.max(1, cpu.all - this.#cpu.all);
    const now: Window = { limit: this.limit, idleCores, medianMs: medianOf(this.#took) };
    this.limit = Math.min(this.most, Math.max(this.#least, nextLimit(now, this.#before)));
    this.#before = now;
    this.#took = [];
    this.#cpu = cpu;
  }
}

export const mostRuns = (freeBytes: number, runBytes: number): number =>
  Math.min(MOST, Math.max(1, Math.floor(freeBytes / 2 / Math.max(runBytes, LEAST_BYTES))));

/** How many runs show anything. */
const ENOUGH = 4;

/** Some runs with the same limit. */
export interface Window {
  readonly limit: number;
  readonly idleCores: number;
  readonly medianMs: number;
}

/** Mutants differ in how long they take, so only a run that takes much longer than those before counts. */
const MUCH = 1.5;
/** At least so much of one core is idle. */
const IDLE_CORES = 0.5;

export function nextLimit({ limit, idleCores, medianMs }: Window, before: Window | undefined): number {
  const isSlower = before !== undefined && medianMs > MUCH * before.medianMs;
  if (idleCores < IDLE_CORES) return isSlower ? limit - 1 : limit;
  return isSlower && limit > before.limit ? before.limit : limit + 1;
}

function medianOf(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** The time of all cores since the machine's start, in milliseconds. */
function cpuTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((core) => core.times);
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((one) => Object.values(one))) };
}

/** True if the run takes long only because the shop waits for an answer, so that it needs no core meanwhile. */
export const onlyWaits = ({ scenario }: PlannedMutant): boolean =>
  scenario.rules.some(({ then }) => then.fault === "no-response" || (then.delay !== undefined && then.delay !== 0));

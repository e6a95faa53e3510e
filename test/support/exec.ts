import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { packageRoot } from "../../src/package/files.js";
import { type ExecChoices, execWith } from "./exec-with.js";
import { runInProcess } from "./run-command.js";

interface ExecEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `exec` in this process, which can't see what the command prints. */
export async function execHere(choices: ExecChoices, ...command: readonly string[]): Promise<ExecEnd> {
  const { exitCode, ...said } = await runInProcess(() => execWith(choices, command));
  return { code: exitCode, ...said };
}

export interface ExecRun {
  readonly process: ChildProcess;
  readonly ended: Promise<ExecEnd>;
  /** Resolves when the command has printed this on stdout. */
  saying(text: string): Promise<void>;
}

export interface ExecTool extends AsyncDisposable {
  /** The script that runs it. */
  readonly file: string;
  start(choices: ExecChoices, ...command: readonly string[]): ExecRun;
  run(choices: ExecChoices, ...command: readonly string[]): Promise<ExecEnd>;
}

/** `exec` in a process of its own, which signals can be sent to. */
export async function execTool(): Promise<ExecTool> {
  const folder = join(packageRoot, "node_modules", `.exec-test-${process.pid}`);
  await build({
    entryPoints: [join(packageRoot, "test/support/exec-main.ts")],
    outfile: join(folder, "exec.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["better-sqlite3"],
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "silent",
  });
  const start = (choices: ExecChoices, ...command: readonly string[]): ExecRun =>
    watched(spawn(process.execPath, [join(folder, "exec.mjs"), JSON.stringify(choices), ...command]));
  return {
    file: join(folder, "exec.mjs"),
    start,
    run: (choices, ...command) => start(choices, ...command).ended,
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function watched(child: ChildProcess): ExecRun {
  const said = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  for (const stream of ["stdout", "stderr"] as const)
    child[stream]?.setEncoding("utf8").on("data", (piece) => {
      said[stream] += piece;
      for (const listener of listeners) listener();
    });
  return {
    process: child,
    ended: new Promise((resolve) => child.once("close", (code) => resolve({ code, ...said }))),
    saying: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (!said.stdout.includes(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
  };
}

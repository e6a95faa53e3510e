import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { reportNotRun } from "../../src/tools/reports/not-run.js";
import { testFolder } from "../support/sandbox.js";
import { run, runProcess } from "../tools/cli/cli.js";

/** A folder with reports of an earlier run, and a scenario with a fault in line 2. */
async function folderWithReports(): Promise<string> {
  const folder = testFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  writeFileSync(`${folder.path}/a.scenario.yaml`, "name: a\nrulez: []\n");
  writeFileSync(`${folder.path}/crlf.sh`, "#!/bin/sh\r\ntrue\r\n", { mode: 0o755 });
  const earlier = { name: "exec", command: ["true"], exitCode: 4, lines: ["of an earlier run"] };
  const files = { junit: "r.xml", markdown: "r.md", json: "r.json" } as const;
  const targets = Object.entries(files).map(([format, file]) => ({
    format: format as keyof typeof files,
    file: `${folder.path}/${file}`,
  }));
  await reportNotRun(targets, earlier);
  return folder.path;
}

const reports = ["--report", "junit=r.xml", "--report", "markdown=r.md", "--report", "json=r.json"];

it.each<[string, readonly string[], number, string]>([
  [
    "a scenario with an error",
    ["exec", ...reports, "--scenario", "a.scenario.yaml", "--", "true"],
    2,
    "a.scenario.yaml:2: ",
  ],
  ["an unknown option", ["exec", ...reports, "--scenari", "a", "--", "true"], 2, "unknown option"],
  ["an unknown option before them", ["exec", "--strictt", ...reports, "--", "true"], 2, "unknown option"],
  ["no command", ["exec", ...reports], 2, "missing required argument"],
  [
    "a script with Windows line ends",
    ["exec", ...reports, "--", "./crlf.sh"],
    2,
    "./crlf.sh is there, but not the program that its first line names",
  ],
  [
    "a command that isn't there",
    ["exec", ...reports, "--", "no-such-command"],
    2,
    "there is no command no-such-command; it is not on the PATH: install it, or give its path",
  ],
  [
    "a taken address",
    ["exec", ...reports, "--host", "203.0.113.1", "--admin-token", "a-long-enough-token", "--", "true"],
    3,
    "cannot listen on 203.0.113.1",
  ],
  [
    "a folder in place of a report",
    ["exec", ...reports, "--report", "html=.", "--", "touch", "ran"],
    3,
    "cannot write a report: . is a folder; name a file in it",
  ],
  [
    "with judge, a scenario with an error",
    ["judge", ...reports, "--scenario", "a.scenario.yaml", "--", "true"],
    2,
    "a.scenario.yaml:2: ",
  ],
])("%s is a failed case in place of an earlier report", async (_, args, exitCode, why) => {
  const cwd = await folderWithReports();
  expect(await run(args, { cwd })).toMatchObject({ exitCode });
  const [junit, markdown, json] = ["r.xml", "r.md", "r.json"].map((file) => readFileSync(`${cwd}/${file}`, "utf8"));
  expect(existsSync(`${cwd}/ran`)).toBe(false);
  expect(junit).toContain('tests="1" errors="0" failures="1"');
  expect(junit).toContain(`<failure type="start" message="${why}`);
  expect(markdown).toContain(`No result: exit code ${exitCode}`);
  expect(JSON.parse(json!)).toMatchObject({ exitCode, errors: [expect.stringContaining(why.replace(/: $/, ""))] });
});

it("a script with Windows line ends is told what to write", async () => {
  const { exitCode, stderr } = await run(["exec", "--", "./crlf.sh"], { cwd: await folderWithReports() });
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('"/bin/sh\\r"; its lines end with \\r\\n: write them'),
  ]);
});

it("a run that is killed leaves failed reports in place of earlier ones", async () => {
  const cwd = await folderWithReports();
  const { exitCode } = await runProcess(["exec", ...reports, "--", "sh", "-c", "kill -9 $PPID"], { cwd });
  expect(exitCode).toBeNull();
  expect(readFileSync(`${cwd}/r.xml`, "utf8")).toContain('<failure type="start" message="the run did not end:');
  expect(JSON.parse(readFileSync(`${cwd}/r.json`, "utf8"))).toMatchObject({ exitCode: 137 });
});

it("leaves a file alone that the command reads", async () => {
  const cwd = await folderWithReports();
  const { exitCode } = await run(["judge", ...reports, "--baseline", "r.json", "--", "true"], { cwd });
  expect([exitCode, readFileSync(`${cwd}/r.json`, "utf8")]).toEqual([2, expect.stringContaining("of an earlier run")]);
  expect(readFileSync(`${cwd}/r.xml`, "utf8")).toContain('failures="1"');
});

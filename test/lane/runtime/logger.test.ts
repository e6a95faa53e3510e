import { describe, expect, it } from "vitest";
import { logger } from "../../../src/lane/runtime/logger.js";

const written = (format: "pretty" | "json" | "silent"): string => {
  let all = "";
  const write = (line: string) => {
    all += line;
  };
  const log = logger({ format, write, now: () => Date.parse("2026-01-05T02:00:00Z") });
  log.info("paid", { orderId: 7, lane: undefined });
  log.warn("late");
  log.debug("unseen");
  return all;
};

describe("the log", () => {
  it.each([
    ["pretty", "02:00:00.000 paid · orderId=7\n02:00:00.000 WARN late\n"],
    [
      "json",
      '{"time":"2026-01-05T02:00:00.000Z","level":"info","message":"paid","orderId":7}\n{"time":"2026-01-05T02:00:00.000Z","level":"warn","message":"late"}\n',
    ],
    ["silent", ""],
  ] as const)("%s writes a line a message", (format, expected) => {
    expect(written(format)).toBe(expected);
  });

  it.each([
    ["debug", "paid late unseen defect: broken"],
    ["info", "paid late defect: broken"],
    ["warn", "late defect: broken"],
    ["error", "defect: broken"],
  ] as const)("writes from %s on", (level, expected) => {
    const said: string[] = [];
    const log = logger({ format: "json", level, write: (line) => said.push(JSON.parse(line).message) });
    log.info("paid");
    log.warn("late");
    log.debug("unseen");
    log.warn("defect: broken");
    expect(said.join(" ")).toBe(expected);
  });
});

it("a line break in a message or a fact makes no line of its own, and a defect's stack is indented", () => {
  const lines: string[] = [];
  const log = logger({ format: "pretty", write: (line) => lines.push(line), now: () => 0 });
  log.info("reloaded a\n00:00:00.000 WARN forged", { rule: "b\nc" });
  log.warn("defect: Error: x\n00:00:00.000 WARN forged");
  expect(lines[0]).toBe("00:00:00.000 reloaded a\\n00:00:00.000 WARN forged · rule=b\\nc\n");
  expect(lines[1]).toBe("00:00:00.000 WARN defect: Error: x\n    00:00:00.000 WARN forged\n");
});

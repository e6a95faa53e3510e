import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chosenByEnvironment } from "../../../src/server/options/environment.js";
import { readConfig } from "../../../src/server/options/file.js";
import { environmentName } from "../../../src/server/options/option-text.js";
import { type OptionName, optionRows } from "../../../src/server/options/options.js";
import { settingsOf } from "../../../src/tools/library/settings-of.js";
import { testFolder } from "../../support/sandbox.js";

interface Example {
  readonly text: string;
  readonly value: unknown;
  /** Texts that are refused, and what is said of them. */
  readonly wrong: readonly string[];
  readonly expected: string;
}

const aText = { text: "some text", value: "some text", wrong: [" "], expected: "a text" };
const aList = {
  text: "a.test, b.test",
  value: ["a.test", "b.test"],
  wrong: [",", " "],
  expected: "names, separated by commas",
};
const aFlag = { text: "off", value: false, wrong: ["perhaps", "constructor"], expected: "true or false" };

/** A row of the table without an example does not compile. */
const examples: Readonly<Record<OptionName, Example>> = {
  port: {
    text: "65535",
    value: 65_535,
    wrong: ["65536", "-1", "1.5", "1e3", "0x10", " 1", "x"],
    expected: "a whole number from 0 to 65535",
  },
  host: aText,
  baseUrl: {
    text: "https://pay.test/x",
    value: "https://pay.test/x",
    wrong: ["ftp://pay.test", "pay.test", "javascript:alert(1)"],
    expected: "an address such as http://localhost:4655, without ? and #",
  },
  https: { ...aFlag, text: "on", value: true },
  cert: aText,
  key: aText,
  allowedHosts: aList,
  allowOrigin: {
    text: "http://localhost:3000, https://shop.test/",
    value: ["http://localhost:3000", "https://shop.test/"],
    wrong: ["*", "shop.test", "null", "http://shop.test/cart", "http://a@shop.test", "ftp://shop.test", "http://", ","],
    expected: "origins such as http://localhost:3000, separated by commas",
  },
  adminToken: aText,
  dataDir: aText,
  store: {
    text: "postgres://shop:secret@db.test/pay?schema=ours&pool=20",
    value: "postgres://shop:secret@db.test/pay?schema=ours&pool=20",
    wrong: [
      "mysql://db.test/pay",
      "db.test",
      "postgres://db.test/pay?schema=a;b",
      "postgres://db.test/pay?pool=0",
      "postgres://db.test/pay?query_timeout=20s",
      "postgres://db.test/pay?sslmode=on",
    ],
    expected:
      "a URL such as postgres://user:password@host:5432/database; ?schema=<name>, ?pool=<n>, ?passwordfile=<path>, ?query_timeout=<ms> and ?sslmode=<mode> may follow",
  },
  laneTtl: {
    text: "7d",
    value: "7d",
    wrong: ["7", "0", "500ms", "a week", "-1d"],
    expected: "a duration of at least 1s, such as 7d or 12h",
  },
  shutdownGrace: {
    text: "30s",
    value: "30s",
    wrong: ["30", "0s", "500ms", "soon"],
    expected: "a duration of at least 1s, such as 7d or 12h",
  },
  skipBrokenLanes: aFlag,
  scenario: aList,
  config: aText,
  seed: {
    text: "2147483647",
    value: 2_147_483_647,
    wrong: ["2147483648", "99999999999", "one"],
    expected: "a whole number from 0 to 2147483647",
  },
  signature: {
    text: "warn",
    value: "warn",
    wrong: ["Warn", "enforce-registered"],
    expected: "one of off, warn, enforce",
  },
  magic: aFlag,
  debugHeaders: aFlag,
  testPanel: aFlag,
  allowNotify: aList,
  journalBytes: {
    text: "2mb",
    value: 2_097_152,
    wrong: ["1", "2tb", "-1mb", "much"],
    expected: "a size of at least 1mb, such as 256mb or 2gb",
  },
  notifyTimeout: {
    text: "0.5",
    value: 0.5,
    wrong: ["0", "3601", "-1", "0s", "2h", "Infinity"],
    expected: "seconds, above 0 and at most 3600, or a duration such as 500ms",
  },
  notifyCa: aText,
  readyFile: aText,
  logFormat: { text: "json", value: "json", wrong: ["xml"], expected: "one of pretty, json, silent" },
  logLevel: { text: "warn", value: "warn", wrong: ["loud", "trace"], expected: "one of debug, info, warn, error" },
  watch: aFlag,
  strict: aFlag,
  minCoverage: {
    text: "37.5",
    value: 37.5,
    wrong: ["-1", "101", "40%", "much"],
    expected: "a number from 0 to 100",
  },
};

describe.each(optionRows)("$name", (row) => {
  const { text, value, wrong, expected } = examples[row.name];
  const variable = environmentName(row.name);

  it("is read from its variable", () => {
    expect(chosenByEnvironment({ [variable]: text })).toEqual({ [row.name]: value });
  });

  it.each(wrong)("refuses %j there, and says what it expects", (bad) => {
    expect(() => chosenByEnvironment({ [variable]: bad })).toThrow(
      `${variable}: expected ${expected}, found ${JSON.stringify(bad)}`,
    );
  });
});

const inFile = optionRows.filter(({ name }) => name !== "config");
/** These start at the file's own folder; resolve.test.ts has them. */
const isPath = (name: OptionName): boolean =>
  ["dataDir", "scenario", "notifyCa", "readyFile", "cert", "key"].includes(name);

describe("the config file", () => {
  const chosenBy = async (document: object) => {
    using folder = testFolder();
    const path = join(folder.path, "c.json");
    writeFileSync(path, JSON.stringify(document));
    return (await readConfig(path, folder.path)).chosen;
  };

  it.each(inFile.filter(({ name }) => !isPath(name)))("takes $name as its variable does", async ({ name }) => {
    const { value } = examples[name];
    expect(await chosenBy({ [name]: value })).toEqual({ [name]: value });
  });

  it("takes seconds with a unit too", async () => {
    expect(await chosenBy({ notifyTimeout: "500ms" })).toEqual({ notifyTimeout: 0.5 });
    expect(chosenByEnvironment({ PAYMENT_SANDBOX_NOTIFY_TIMEOUT: "1m" })).toEqual({ notifyTimeout: 60 });
  });

  it("takes a list as a text too", async () => {
    expect(await chosenBy({ allowedHosts: "a.test, b.test" })).toEqual({ allowedHosts: ["a.test", "b.test"] });
  });

  it.each([
    [{ port: 65_536 }, "port is 65536, expected a whole number from 0 to 65535"],
    [{ port: 1.5 }, "port is 1.5, expected a whole number"],
    [{ seed: -1 }, "seed is -1, expected a whole number from 0 to 2147483647"],
    [
      { notifyTimeout: 0 },
      "notifyTimeout is 0, expected seconds, above 0 and at most 3600, or a duration such as 500ms",
    ],
    [
      { notifyTimeout: "2h" },
      'notifyTimeout is "2h", expected seconds, above 0 and at most 3600, or a duration such as 500ms',
    ],
    [{ host: " " }, 'host is " ", expected a text'],
    [{ allowedHosts: 3 }, "allowedHosts is 3, expected a list of texts"],
    [{ signature: "warm" }, 'signature is "warm", expected one of off, warn, enforce; did you mean warn?'],
    [{ magic: "off" }, 'magic is "off", expected true or false'],
    [{ adminTokens: [{ name: "a", token: "t" }] }, "adminTokens[0].lanes is missing, expected a text"],
    [
      { adminTokens: [{ name: "a", token: "t", lanes: "a b" }] },
      'adminTokens[0].lanes is "a b", expected lanes such as team-a-*, or * for all',
    ],
    [
      { adminTokens: [{ name: "a", token: "t t", lanes: "*" }] },
      "adminTokens[0].token is a text with a blank or another such character, expected a token of visible ASCII characters without blanks",
    ],
    [
      { adminTokens: ["a", "b"].map((name) => ({ name, token: "same", lanes: `${name}-*` })) },
      "adminTokens[1].token is the same as [0].token, expected one of its own",
    ],
    [{ config: "other.yaml" }, 'unknown member "config", expected one of '],
  ])("refuses %j", async (document, told) => {
    await expect(chosenBy(document)).rejects.toThrow(told);
  });
});

describe("the library", () => {
  const settings = optionRows.filter(({ name, isSetting }) => isSetting && !["notifyCa", "cert", "key"].includes(name));
  it.each(settings)("takes $name as the config file does", async ({ name }) => {
    expect(await settingsOf({ [name]: examples[name].value })).toMatchObject({ [name]: examples[name].value });
  });

  it("counts what is undefined as left out", async () => {
    expect(await settingsOf({ port: undefined, merchants: undefined })).toEqual(await settingsOf({}));
  });

  it.each([
    [{ port: 65_536 }, "startSandbox: port is 65536, expected a whole number from 0 to 65535"],
    [{ sed: 1 }, /^startSandbox: unknown member "sed", expected one of .*; did you mean seed\?$/],
    [{ scenari: "x" }, /expected one of .*, scenario, log; did you mean scenario\?$/],
    [{ logg: () => {} }, /; did you mean log\?$/],
    [{ assumptions: { cancel: "closd" } }, /^startSandbox: assumptions\.cancel is "closd", .*; did you mean closed\?$/],
    [{ merchants: [{ id: 3, publicKeys: ["x"] }] }, /^expected an RSA public key/],
    [{ baseUrl: "http://localhost:4655/?a=1" }, /without \? and #/],
    [{ baseUrl: "http://localhost:4655/#a" }, /without \? and #/],
    [{ merchants: [{ id: 3 }, { id: 4 }, { id: 3 }] }, /^merchant 3 is there already, as merchants\[0\]/],
    [{ merchants: [{ id: 3, unsettledBalance: { HKD: 0.125 } }] }, "expected at most two decimals"],
    [{ notifyCa: "none.pem" }, "none.pem: expected a PEM or its path"],
  ])("refuses %j", async (options, told) => {
    await expect(settingsOf(options as object)).rejects.toThrow(told);
  });

  it.each([
    [0.29, 29],
    [1.15, 115],
    [-4.35, -435],
    [9_999_999.99, 999_999_999],
  ])("reads a balance of %d as %d cents", async (HKD, minor) => {
    const { merchants } = await settingsOf({ merchants: [{ id: 9, unsettledBalance: { HKD } }] });
    expect(merchants).toMatchObject([{ merchantId: 9, unsettledMinor: { HKD: minor } }]);
  });
});

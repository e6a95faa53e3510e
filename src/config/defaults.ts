import { defaultPolicy } from "../facts/assumptions.js";
import type { Settings } from "./settings.js";

/** What the library and `exec` start with. */
export const defaultSettings: Settings = {
  port: 4655,
  host: undefined,
  baseUrl: undefined,
  allowedHosts: [],
  adminToken: undefined,
  dataDir: undefined,
  seed: 1,
  signature: "enforce-registered",
  magic: true,
  debugHeaders: true,
  testPanel: true,
  allowNotify: [],
  notifyTimeout: 15,
  notifyCa: undefined,
  scenarios: [],
  merchants: [],
  policy: defaultPolicy,
  responseCodes: {},
  dailySettlement: false,
  notificationKey: undefined,
};

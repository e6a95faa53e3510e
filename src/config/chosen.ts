export type LogFormat = "pretty" | "json" | "silent";

/** What the user chose, by flag, environment or file; what was not chosen is absent. */
export interface Chosen {
  port?: number;
  host?: string;
  baseUrl?: string;
  allowedHosts?: readonly string[];
  adminToken?: string;
  dataDir?: string;
  scenario?: readonly string[];
  config?: string;
  seed?: number;
  signature?: "off" | "warn" | "enforce";
  magic?: boolean;
  debugHeaders?: boolean;
  testPanel?: boolean;
  allowNotify?: readonly string[];
  /** Seconds. */
  notifyTimeout?: number;
  /** PEM, or the path of one. */
  notifyCa?: string;
  readyFile?: string;
  logFormat?: LogFormat;
  watch?: boolean;
}

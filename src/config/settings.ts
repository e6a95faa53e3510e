import type { ReadScenario } from "../app/rules/read-scenario.js";
import type { Capabilities } from "../domain/decision.js";
import type { Policy } from "../facts/assumptions.js";
import type { AnswerName } from "../facts/codes.js";
import type { SignatureMode } from "../wire/signatures.js";

export interface MerchantSetting {
  readonly merchantId: number;
  readonly publicKeys?: readonly string[] | undefined;
  /** In minor units. */
  readonly unsettledMinor?: { readonly HKD?: number | undefined; readonly USD?: number | undefined } | undefined;
  readonly capabilities?: Capabilities | undefined;
}

/** Everything that a server is started with: flags, environment, config file and defaults have been merged. */
export interface Settings {
  readonly port: number;
  /** Undefined: loopback, IPv4 and IPv6. */
  readonly host: string | undefined;
  readonly baseUrl: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly adminToken: string | undefined;
  readonly dataDir: string | undefined;
  readonly seed: number;
  readonly signature: SignatureMode;
  readonly magic: boolean;
  readonly debugHeaders: boolean;
  readonly testPanel: boolean;
  readonly allowNotify: readonly string[];
  /** Real seconds. */
  readonly notifyTimeout: number;
  /** PEM. */
  readonly notifyCa: string | undefined;
  readonly scenarios: readonly ReadScenario[];
  readonly merchants: readonly MerchantSetting[];
  readonly policy: Policy;
  readonly responseCodes: Partial<
    Record<AnswerName, { readonly code?: string | undefined; readonly message?: string | undefined }>
  >;
  readonly dailySettlement: boolean;
  /** PEM of the private key that signs notifications; undefined: the shipped one. */
  readonly notificationKey: string | undefined;
}

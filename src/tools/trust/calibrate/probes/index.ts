import { declineProbes } from "./declines.js";
import { moneyProbes } from "./money.js";
import { notificationProbes } from "./notifications.js";
import { orderProbes } from "./orders.js";
import { parameterProbes } from "./parameters.js";
import { personProbes } from "./person.js";
import { type Probe, probesIn } from "./probe.js";
import { tokenProbes } from "./tokens.js";
import { wireProbes } from "./wire.js";

/** Every probe, in the order in which they run. */
export const probes: readonly Probe[] = probesIn({
  ...wireProbes,
  ...moneyProbes,
  ...parameterProbes,
  ...orderProbes,
  ...tokenProbes,
  ...declineProbes,
  ...notificationProbes,
  ...personProbes,
});

/** Each fault, and whether it cuts the connection or sends another answer. */
export const faultKinds = {
  "connection-reset": "cuts",
  "no-response": "cuts",
  "empty-response": "cuts",
  "truncated-head": "cuts",
  "truncated-body": "cuts",
  "garbage-body": "replaces",
  "empty-body": "replaces",
  "html-body": "replaces",
  "wrong-content-type": "replaces",
  "http-429": "replaces",
  "http-500": "replaces",
  "http-502": "replaces",
  "http-503": "replaces",
  "http-504": "replaces",
} as const;
export type FaultName = keyof typeof faultKinds;
export const faultNames = Object.keys(faultKinds) as [FaultName, ...FaultName[]];

/** The target did not do as a payment service does: one line says what was seen and what to do. */
export class TargetFault extends Error {}

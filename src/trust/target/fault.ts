/** The target doesn't behave like a payment service. The message is one line with the reason and the next step. */
export class TargetFault extends Error {}

/** There was no complete answer, or a gateway answered. It is unknown whether the call was carried out. */
export class LostAnswer extends TargetFault {}

/**
 * The body of a call: the text of its parameters, and the signature of exactly this text. A file of its own, because the
 * package's types must not need those of Node.
 */
export interface SignedEnvelope {
  readonly request: string;
  readonly signature: string;
}

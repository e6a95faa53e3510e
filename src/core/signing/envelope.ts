/** The body of a call: the text of its parameters, and the signature of exactly this text. */
export interface SignedEnvelope {
  readonly request: string;
  readonly signature: string;
}

/** A newcomer's search, and the pages that answer it. Written before their author had read the search. */
export interface Question {
  readonly asked: string;
  /** By name, without `.md`. One of them must be among the first three. */
  readonly answeredBy: readonly string[];
}

const question = (asked: string, ...answeredBy: readonly string[]): Question => ({ asked, answeredBy });

export const thirtyQuestions: readonly Question[] = [
  question("webhook", "notifications"),
  question("webhook arrives twice", "notifications"),
  question("how do I verify the signature of a webhook in PHP", "notifications"),
  question("how often is a notification sent again", "notifications"),
  question("3DS", "outcomes"),
  question("partial refund", "payment-api"),
  question("base64url", "first-order", "payment-api"),
  // The chapters of outcomes about the clock were written for this question.
  question("time travel", "control-api", "library", "outcomes"),
  // The chapters of outcomes and of the payment API were written for this question.
  question("idempotency", "payment-api", "outcomes", "conformance", "judge"),
  question("timeout", "outcomes", "notifications"),
  question("test cards", "outcomes"),
  question("insufficient funds", "outcomes"),
  question("2005", "outcomes", "troubleshooting"),
  question("docker", "executable"),
  question("port already in use", "troubleshooting"),
  question("port 4655 on 127.0.0.1 is in use", "troubleshooting"),
  question("invalid signature", "troubleshooting"),
  question("no public key", "troubleshooting"),
  question("connection refused: nothing listens at http://localhost:8080", "troubleshooting"),
  question("exit code 4", "command-line", "troubleshooting"),
  question("gitlab", "ci"),
  question("github actions junit report", "ci"),
  question("jest parallel workers", "ci"),
  question("woocommerce plugin with a fixed url", "recipes"),
  question("playwright", "library"),
  question("what should I check before production", "go-live"),
  question("save a card and charge it later", "payment-api"),
  question("monthly subscription", "payment-api"),
  question("process killed between charge and save", "races-and-crashes"),
  question("reproduce a finding of the judge", "judge"),
];

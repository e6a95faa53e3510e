/** What a newcomer types that does not stand in build/docs/questions.txt: the search must find it all the same. */
export interface FirstHit {
  readonly asked: string;
  /** Chapters that answer it by themselves; a page's name stands for its introduction. */
  readonly answeredBy: RegExp;
}

const firstHit = (asked: string, answeredBy: RegExp): FirstHit => ({ asked, answeredBy });

/** How to see what was sent and answered, and to send it again. */
const SEEN = /^notifications\.html#see-a-notification-and-its-answer-send-it-again-wait-for-it$/;
/** What to do if the judge's dry run failed, or made no call. */
const DRY_RUN = /^(judge\.html#what-your-shop-has-to-do|troubleshooting\.html#exit-code-1-of-judge)/;

/** The table of codes, which has the message itself. */
const WHAT_CODES_MEAN = /^troubleshooting\.html#a-call-answers-and-not-as-expected-what-each-code-means$/;

const CLOCK_BACK = /^outcomes\.html#set-the-clock-back-to-now/;
const PARTIAL_REFUND = /^payment-api\.html#(refund-a-part-of-an-order|(hosted-checkout|direct)refund)/;
const DECLINED = /^payment-api\.html#declined-sale-by-token-use-a-new-merchantreference/;
const REDIRECT_PROVES_NOTHING = /^first-order\.html#send-the-shopper-to-the-checkouturl/;

const FRAMEWORKS = /^notifications\.html#your-frameworks-shortest-answer$/;

const WITHOUT_PORT = /^library\.html#without-a-port-lanefetch$/;

const CI_JOB = /^teams\.html#a-ci-job-on-a-shared-sandbox$/;

const NOT_THERE = /^payment-api\.html#what-the-service-does-not-have$/;

/** Teams, their tokens, their lanes. */
const TEAMS = /^teams\.html(#.*)?$/;
const DECLINE_A_RENEWAL = /^outcomes\.html#decline-a-renewal/;
const LIST_STORED_CARDS = /^payment-api\.html#list-the-stored-cards-of-a-user$/;
const LOST_ANSWER = /^outcomes\.html#timeouts-lost-answers-and-trying-again$/;
const MOVE_THE_CLOCK = /^(outcomes\.html#move-the-clock|control-api\.html#put-clock$)/;
const JUDGE_BUDGET = /^judge\.html#(limit-how-long-the-judge-runs|in-ci$)/;

export const firstHits: readonly FirstHit[] = [
  firstHit("several lanes parallel", /^ci\.html#run-tests-in-parallel/),
  firstHit("order expires", /^(payment-api\.html#.*(order|expire)|outcomes\.html#.*expire|first-order\.html#.*expire)/),
  firstHit("verify webhook", /^notifications\.html#verify-it$/),
  firstHit("test card that declines", /^outcomes\.html#magic-values/),
  firstHit(
    "simulate a timeout",
    /^outcomes\.html#(timeouts-lost-answers-and-trying-again|faults-delays-notices-pages)$/,
  ),
  firstHit("pay without a browser", /^first-order\.html#pay-it$/),
  firstHit("sign a request in python", /^first-order\.html#sign-in-your-own-code/),
  firstHit("move the clock forward", MOVE_THE_CLOCK),
  firstHit("keep data after a restart", /^command-line\.html#data-keep-orders-after-a-restart$/),
  firstHit("list all commands", /^command-line\.html#commands$/),
  firstHit("simulate insufficient balance", /^outcomes\.html#a-refund-with-insufficient-balance$/),
  firstHit("parallel tests", /^ci\.html#run-tests-in-parallel-a-lane-per-worker$/),
  firstHit("what is guessed about the real service", /^assumptions\.html$/),
  firstHit("notification url parameter", /^(notifications\.html|payment-api\.html#parameters-of-hosted-.*create)$/),
  firstHit("how do I see the webhook my shop got", SEEN),
  firstHit("see notification", SEEN),
  firstHit("send a notification again", SEEN),
  firstHit("what happens when an answer is lost", /^outcomes\.html#timeouts-lost-answers-and-trying-again$/),
  firstHit("charge saved card token", /^payment-api\.html#tokenizationsale$/),
  firstHit(
    "stored card python",
    /^(payment-api\.html#tokenizationsale|examples\.html#sales-by-token-in-python-php-and-node)$/,
  ),
  firstHit("void order php", /^payment-api\.html#(the-difference-between-a-void|(hosted-checkout|direct)void)/),
  firstHit("capture payment php", NOT_THERE),
  firstHit("mcp server setup", /^mcp\.html$/),
  firstHit("how to make the next refund fail", /^outcomes\.html#a-rule-while-the-sandbox-runs/),
  firstHit(
    "what does responseCode 1002 mean",
    /^(troubleshooting\.html#everything-is-refused-with-invalid-signature|outcomes\.html#outcomes|troubleshooting\.html#a-call-answers-.*)$/,
  ),
  firstHit("write the beliefs file for judge", /^judge\.html#(the-beliefs-file|what-your-shop-has-to-do)$/),
  firstHit("judge a shop dry run made no call", DRY_RUN),
  firstHit("judge a shop, dry run", DRY_RUN),
  firstHit("kit keys for my shop", /^kits\.html#the-keys-and-settings-of-your-shop$/),
  firstHit("merchant id environment variable", /^ci\.html#the-environment-of-your-shop$/),
  firstHit("docs/payment-api.md#parameters-of-directsale", /^payment-api\.html#parameters-of-directsale$/),
  firstHit(
    "payment-sandbox://docs/payment-api#parameters-of-directsale",
    /^payment-api\.html#parameters-of-directsale$/,
  ),
  firstHit("query hosted checkout", /^payment-api\.html#hosted-checkout(query)$/),
  firstHit("python flask webhook answer", FRAMEWORKS),
  firstHit("cancel payment page", /^outcomes\.html#cancel-the-payment-page/),
  firstHit("cancel checkout curl", /^outcomes\.html#(cancel-the-payment-page|pay-with-curl)/),
  firstHit("declined token sale order OPEN", /^payment-api\.html#declined-sale-by-token-use-a-new-merchantreference/),
  firstHit("order.status values", /^payment-api\.html#order-statuses$/),
  firstHit("stored card token sale", /^payment-api\.html#tokenizationsale$/),
  firstHit(
    "recurring charge stored card",
    /^payment-api\.html#(tokenizationrecurring|stored-cards-tokens-save-list-charge-delete)$/,
  ),
  firstHit("line items sum differs from amount", /^payment-api\.html#line-items-whose-sum-differs/),
  firstHit("is amount in cents or dollars", /^amounts-and-times\.html#in-short-dollars-not-cents$/),
  firstHit("what must my webhook endpoint answer", /^notifications\.html#what-your-webhook-must-return$/),
  firstHit("what should my notification handler return", /^notifications\.html#what-your-webhook-must-return$/),
  firstHit("merchantReference was used before: order 899640", WHAT_CODES_MEAN),
  firstHit("malformed envelope: request is not a text", WHAT_CODES_MEAN),
  firstHit("connect Claude Code to the sandbox", /^mcp\.html$/),
  firstHit("difference between void and refund", /^payment-api\.html#the-difference-between-a-void-and-a-refund$/),
  firstHit("a shop for the judge", /^judge\.html$/),
  firstHit("localhost", /^troubleshooting\.html#.*localhost/),
  firstHit("container cannot reach localhost", /^troubleshooting\.html#a-container-cannot-reach-localhost$/),
  firstHit("gitlab ci service", /^ci\.html#gitlab-services/),
  firstHit("junit report", /^ci\.html#reports$/),
  firstHit("use without node", /^executable\.html$/),
  firstHit("import in vitest", /^(ci|library)\.html#vitest$/),
  firstHit("fake card number", /^outcomes\.html#magic-values/),
  firstHit("how do I see what my shop sent", /^(terminal\.html#list-orders|notifications\.html#see-a-notification)/),
  firstHit("cannot find module", /^troubleshooting\.html#cannot-find-module/),
  firstHit("set the clock back to now", CLOCK_BACK),
  firstHit("clock back to real time", CLOCK_BACK),
  firstHit("refund or void the same day", /^payment-api\.html#the-difference-between-a-void-and-a-refund$/),
  firstHit("how to refund part of an order", PARTIAL_REFUND),
  firstHit("how do I refund only a part of an order", PARTIAL_REFUND),
  firstHit("what to do after a decline", DECLINED),
  firstHit("declined card number", /^outcomes\.html#magic-values/),
  firstHit("start the sandbox in docker compose", /^ci\.html#in-containers$/),
  firstHit("is the success url enough", REDIRECT_PROVES_NOTHING),
  firstHit(
    "save a card without charging it",
    /^payment-api\.html#(tokenizationadd-token|stored-cards-tokens-save-list-charge-delete)$/,
  ),
  firstHit("verify notification signature python", /^notifications\.html#verify-it$/),
  firstHit("store a card for a user in my test", /^terminal\.html#store-a-card-for-a-user/),
  firstHit("store a card without a browser", /^terminal\.html#store-a-card-for-a-user/),
  firstHit("use an own key pair", /^terminal\.html#use-your-own-key-pair/),
  firstHit("register my public key", /^terminal\.html#use-your-own-key-pair/),
  firstHit("keep orders after restart", /^command-line\.html#data-keep-orders-after-a-restart$/),
  firstHit("run the judge inside a vitest test", /^judge\.html#as-a-function/),
  firstHit("late notification", /^notifications\.html#make-a-notification-late/),
  firstHit("what does response code 2002 mean", WHAT_CODES_MEAN),
  firstHit("3005", WHAT_CODES_MEAN),
  firstHit("list a user's saved cards", LIST_STORED_CARDS),
  firstHit("list stored cards of a user", LIST_STORED_CARDS),
  firstHit("move the clock", MOVE_THE_CLOCK),
  firstHit("lost answer retry", LOST_ANSWER),
  firstHit("what to do when the answer is lost", LOST_ANSWER),
  firstHit("limit how long the judge runs", JUDGE_BUDGET),
  firstHit("judge time budget", JUDGE_BUDGET),
  firstHit("budget", JUDGE_BUDGET),
  firstHit("--budget", JUDGE_BUDGET),
  firstHit("different teams share one sandbox", TEAMS),
  firstHit("teams tokens lanes", TEAMS),
  firstHit("admin tokens", TEAMS),
  firstHit("declined renewal", DECLINE_A_RENEWAL),
  firstHit("restore a snapshot", /^terminal\.html#save-a-lane-and-restore-it-snapshots$/),
  firstHit("decline a payment", /^outcomes\.html#decline-a-payment/),
  firstHit("sandbox in a service container", /^ci\.html#in-containers$/),
  firstHit("which environment variables does my test get", /^ci\.html#the-environment-of-your-shop$/),
  firstHit("strict unmatched expectations", /^(scenarios\.html#expectations|ci\.html#warnings-.*)$/),
  firstHit("create a stored card without the page", /^terminal\.html#store-a-card-for-a-user/),
  firstHit("connect claude code", /^mcp\.html$/),
  firstHit("webhook on my laptop in a lane", /^notifications\.html#allowed-addresses/),
  firstHit("notify url behind basic auth", /^notifications\.html#allowed-addresses/),
  firstHit("what amount makes a payment fail", /^outcomes\.html#magic-values/),
  firstHit("order is paid but my shop says pending", /^troubleshooting\.html#the-order-is-paid-but-/),
  firstHit("playwright click pay on the checkout page", /^library\.html#playwright$/),
  firstHit("freeze time in a test", MOVE_THE_CLOCK),
  firstHit("is it safe to retry a POST after a timeout", LOST_ANSWER),
  firstHit("protect the sandbox with a password", TEAMS),
  firstHit("delete old lanes automatically", /^command-line\.html#drop-old-lanes$/),
  firstHit("difference between CLOSED and CANCELLED", /^payment-api\.html#order-statuses$/),
  firstHit("when does the merchant get the money", /^outcomes\.html#when-an-order-is-settled$/),
  firstHit("what does a surviving mutant mean", /^judge\.html#mutants-that-accuse-nobody/),
  firstHit("release a gate", /^scenarios\.html#(two-things-at-once|.*gate.*)$/),
  // Short nouns of ten kinds of newcomers, written before the documentation was looked at.
  firstHit("refund webhook", /^notifications\.html#when-a-notification-is-sent-and-when-not$/),
  firstHit("next.js webhook handler", /^notifications\.html#express-fastify-koa-hono-nextjs-nestjs/),
  firstHit("without a socket", WITHOUT_PORT),
  firstHit("exec url shared sandbox", CI_JOB),
  // A rare word decides, and so does a heading that has all words.
  firstHit("paratest processes share a lane", /^ci\.html#phpunit-and-paratest$/),
  firstHit("xdist worker own lane", /^ci\.html#pytest-xdist$/),
  firstHit("selenium pays on the page", /^runners\.html#mocha-/),
  firstHit("hosts file self-signed certificate plugin", /^(recipes\.html#the-hosts-file-and-https|https\.html)$/),
  firstHit("who called control api", /^teams\.html#audit-log-/),
];

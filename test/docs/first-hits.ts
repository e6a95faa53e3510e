/** What a newcomer types. The first chapter that is found must be one of these. Written before the search was changed. */
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
const REDIRECT_PROVES_NOTHING = /^first-order\.html#query-it$/;

const FRAMEWORKS = /^notifications\.html#your-frameworks-shortest-answer$/;

export const firstHits: readonly FirstHit[] = [
  firstHit("refund refused", /^(payment-api\.html#refusals-and-declines-of-.*refund|troubleshooting\.html#.*refund)/),
  firstHit(
    "change port",
    /^(command-line\.html#(options|change-the-port)|first-order\.html#start-it|troubleshooting\.html#port--on)/,
  ),
  firstHit("order expires", /^(payment-api\.html#.*(order|expire)|outcomes\.html#.*expire|first-order\.html#.*expire)/),
  firstHit("partial refund twice", /^(payment-api\.html#.*refund|troubleshooting\.html#a-refund-is-refused)/),
  firstHit("verify webhook", /^notifications\.html#verify-it$/),
  firstHit("run tests in parallel", /^(ci\.html#run-tests-in-parallel-a-lane-per-worker|runners\.html.*)$/),
  firstHit("stop the server", /^ci\.html#start-and-stop-a-sandbox-in-the-background$/),
  firstHit("test card that declines", /^outcomes\.html#magic-values/),
  firstHit("webhook not received", /^troubleshooting\.html#no-notification-webhook-comes$/),
  firstHit(
    "invalid signature",
    /^(troubleshooting\.html#everything-is-refused-with-invalid-signature|signatures\.html)$/,
  ),
  firstHit(
    "simulate a timeout",
    /^outcomes\.html#(timeouts-lost-answers-and-trying-again|faults-delays-notices-pages)$/,
  ),
  firstHit("pay without a browser", /^first-order\.html#pay-it$/),
  firstHit("sign a request in python", /^first-order\.html#sign-in-your-own-code/),
  firstHit(
    "reset between tests",
    /^(ci\.html#(run-tests-in-parallel-a-lane-per-worker|vitest|jest|junit-5)|control-api\.html#post-reset|runners\.html.*|library\.html.*)$/,
  ),
  firstHit("move the clock forward", /^(control-api\.html#put-clock|library\.html.*)$/),
  firstHit("charge a saved card", /^payment-api\.html#tokenizationsale$/),
  firstHit("keep data after a restart", /^command-line\.html#data-keep-orders-after-a-restart$/),
  firstHit("use https", /^https\.html$/),
  firstHit("github actions", /^ci\.html#github$/),
  firstHit("list all commands", /^command-line\.html#commands$/),
  firstHit("simulate insufficient balance", /^outcomes\.html#a-refund-with-insufficient-balance$/),
  firstHit("parallel tests", /^ci\.html#run-tests-in-parallel-a-lane-per-worker$/),
  firstHit("what is guessed about the real service", /^assumptions\.html$/),
  firstHit("guess", /^assumptions\.html$/),
  firstHit("test cards", /^outcomes\.html#magic-values/),
  firstHit("pay with curl", /^outcomes\.html#pay-with-curl/),
  firstHit("checkout form fields", /^outcomes\.html#pay-with-curl/),
  firstHit("wrong signature is not refused", /^troubleshooting\.html#a-wrong-signature-is-accepted$/),
  firstHit("use from another folder", /^first-order\.html#use-it-from-another-folder$/),
  firstHit("notification url parameter", /^(notifications\.html|payment-api\.html#parameters-of-hosted-.*create)$/),
  firstHit("how do I see the webhook my shop got", SEEN),
  firstHit("what did my shop answer to the notification", SEEN),
  firstHit("see notification", SEEN),
  firstHit("send a notification again", SEEN),
  firstHit("what happens when an answer is lost", /^outcomes\.html#timeouts-lost-answers-and-trying-again$/),
  firstHit("charge saved card token", /^payment-api\.html#tokenizationsale$/),
  firstHit(
    "stored card python",
    /^(payment-api\.html#tokenizationsale|examples\.html#sales-by-token-in-python-php-and-node)$/,
  ),
  firstHit("docs php", /^(first-order\.html#sign-in-your-own-code|kits\.html)/),
  firstHit("how to make the next refund fail", /^outcomes\.html#a-rule-while-the-sandbox-runs/),
  firstHit("what does responseCode 1002 mean", /^(outcomes\.html#outcomes|troubleshooting\.html#a-call-answers-.*)$/),
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
  firstHit("flask", FRAMEWORKS),
  firstHit("django", FRAMEWORKS),
  firstHit("python flask webhook answer", FRAMEWORKS),
  firstHit("cancel payment page", /^outcomes\.html#cancel-the-payment-page/),
  firstHit("cancel checkout curl", /^outcomes\.html#(cancel-the-payment-page|pay-with-curl)/),
  firstHit(
    "declined sale same merchantReference again",
    /^payment-api\.html#declined-sale-by-token-use-a-new-merchantreference/,
  ),
  firstHit("declined token sale order OPEN", /^payment-api\.html#declined-sale-by-token-use-a-new-merchantreference/),
  firstHit("order statuses", /^payment-api\.html#order-statuses$/),
  firstHit("order.status values", /^payment-api\.html#order-statuses$/),
  firstHit("stored card token sale", /^payment-api\.html#tokenizationsale$/),
  firstHit("recurring charge stored card", /^payment-api\.html#(tokenizationrecurring|tokens-list-charge-delete)$/),
  firstHit("line items sum differs from amount", /^payment-api\.html#line-items-whose-sum-differs/),
  firstHit("first refund fails second succeeds", /^outcomes\.html#a-rule-while-the-sandbox-runs/),
  firstHit("when is an order settled", /^outcomes\.html#when-an-order-is-settled$/),
  firstHit("is amount in cents or dollars", /^amounts-and-times\.html#in-short-dollars-not-cents$/),
  firstHit("what must my webhook endpoint answer", /^notifications\.html#what-your-webhook-must-return$/),
  firstHit("what should my notification handler return", /^notifications\.html#what-your-webhook-must-return$/),
  firstHit("merchantReference was used before: order 899640", WHAT_CODES_MEAN),
  firstHit("malformed envelope: request is not a text", WHAT_CODES_MEAN),
  firstHit("connect Claude Code to the sandbox", /^mcp\.html$/),
  firstHit("difference between void and refund", /^payment-api\.html#the-difference-between-a-void-and-a-refund$/),
  firstHit("order statuses", /^payment-api\.html#order-statuses$/),
  firstHit("endpoints", /^payment-api\.html$/),
  firstHit("docker", /^executable\.html#the-container-image$/),
  firstHit("run in docker", /^executable\.html#the-container-image$/),
  firstHit("docker compose", /^(executable\.html#the-container-image|ci\.html#in-containers)$/),
  firstHit("localhost", /^troubleshooting\.html#.*localhost/),
  firstHit("container cannot reach localhost", /^troubleshooting\.html#a-container-cannot-reach-localhost$/),
  firstHit("php kit without PHPUnit", /^kits\.html#a-php-or-python-kit-without-phpunit-or-pytest$/),
  firstHit("python kit without pytest", /^kits\.html#a-php-or-python-kit-without-phpunit-or-pytest$/),
  firstHit("phpunit", /^(ci\.html#phpunit-and-paratest|kits\.html)/),
  firstHit("pytest", /^(ci\.html#pytest-xdist|kits\.html)/),
  firstHit("laravel", /^recipes\.html#laravel$/),
  firstHit("python requests retry", /^http-clients\.html#clients-that-send-a-post-again$/),
  firstHit("duplicate webhook", /^notifications\.html/),
  firstHit("gitlab ci service", /^ci\.html#gitlab$/),
  firstHit("junit report", /^ci\.html#reports$/),
  firstHit("exit code 6", /^command-line\.html#exit-codes$/),
  firstHit("use without node", /^executable\.html$/),
  firstHit("import in vitest", /^(ci|library)\.html#vitest$/),
  firstHit("ECONNREFUSED", /^troubleshooting\.html#no-sandbox-answers-at/),
  firstHit("fake card number", /^outcomes\.html#magic-values/),
  firstHit("list orders", /^terminal\.html#list-orders-and-see-what-your-shop-sent$/),
  firstHit("how do I see what my shop sent", /^(terminal\.html#list-orders|notifications\.html#see-a-notification)/),
  firstHit("delete an order", /^terminal\.html#delete-orders-and-start-afresh$/),
  firstHit("change the currency", /^amounts-and-times\.html#change-the-currency-hkd-and-usd$/),
  firstHit("cannot find module", /^troubleshooting\.html#cannot-find-module/),
  firstHit("node version required", /^troubleshooting\.html#payment-sandbox-needs-nodejs/),
  firstHit("typescript types", /^runners\.html#commonjs-and-types-for-typescript$/),
  firstHit("set the clock back to now", CLOCK_BACK),
  firstHit("clock back to real time", CLOCK_BACK),
  firstHit("when is callbackUrl.fail used", /^outcomes\.html#cancel-the-payment-page/),
  firstHit("refund or void the same day", /^payment-api\.html#the-difference-between-a-void-and-a-refund$/),
  firstHit("partial refund", PARTIAL_REFUND),
  firstHit("how to refund part of an order", PARTIAL_REFUND),
  firstHit("how do I refund only a part of an order", PARTIAL_REFUND),
  firstHit("what to do after a decline", DECLINED),
  firstHit("declined recurring charge", DECLINED),
  firstHit("decline stored card", DECLINED),
  firstHit("declined stored card", DECLINED),
  firstHit("declined card number", /^outcomes\.html#magic-values/),
  firstHit("start the sandbox in docker compose", /^ci\.html#in-containers$/),
  firstHit("is the success url enough", REDIRECT_PROVES_NOTHING),
  firstHit("save a card without charging it", /^payment-api\.html#(tokenizationadd-token|tokens-list-charge-delete)$/),
  firstHit(
    "charge a subscription every month",
    /^payment-api\.html#((tokenization|hosted-checkout)recurring|tokens-list-charge-delete)$/,
  ),
  firstHit("verify notification signature python", /^notifications\.html#verify-it$/),
  firstHit("pay_order", /^mcp\.html#tools$/),
  firstHit("force_outcome", /^mcp\.html#tools$/),
  firstHit("address already in use", /^troubleshooting\.html#port--on--is-in-use/),
  firstHit("store a card for a user in my test", /^terminal\.html#store-a-card-for-a-user/),
  firstHit("store a card without a browser", /^terminal\.html#store-a-card-for-a-user/),
  firstHit("use an own key pair", /^terminal\.html#use-your-own-key-pair/),
  firstHit("register my public key", /^terminal\.html#use-your-own-key-pair/),
  firstHit("keep orders after restart", /^command-line\.html#data-keep-orders-after-a-restart$/),
  firstHit("run the judge inside a vitest test", /^judge\.html#as-a-function/),
  firstHit("late notification", /^notifications\.html#make-a-notification-late/),
];

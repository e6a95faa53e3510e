import { panelTexts } from "./panel.js";

/** English first, then traditional Chinese as written in Hong Kong. */
export type BothLanguages = readonly [en: string, zhHK: string];

const unusableCard = [
  "Your bank declined the payment: this card cannot be used.",
  "發卡銀行拒絕了這次付款：這張卡不能使用。",
] as const;

/** Every text of the hosted pages, a row for each. `{name}` is filled in. */
export const textTable = {
  checkoutTitle: ["Secure checkout", "安全付款"],
  skip: ["Skip to payment", "跳至付款表格"],
  language: ["Language", "語言"],
  payTo: ["Pay to", "付款予"],
  merchant: ["Merchant {id}", "商戶 {id}"],
  total: ["Total", "總金額"],
  orderId: ["Order ID", "訂單編號"],
  merchantReference: ["Merchant Reference", "商戶參考編號"],
  items: ["Item(s)", "項目"],
  moreItems: ["{count} more", "另有 {count} 項"],
  unlistedItems: ["and {count} more", "及其餘 {count} 項"],
  payee: ["Merchant", "商戶"],
  paymentMethod: ["Payment method", "付款方式"],
  timeLeft: ["Time left", "剩餘時間"],
  payBefore: ["Pay before {time} (Hong Kong time)", "請於 {time}（香港時間）前付款"],
  poweredBy: ["Powered by payment-sandbox", "由 payment-sandbox 提供技術支援"],
  secureNote: [
    "Your card details are encrypted and never shown to the merchant.",
    "你的信用卡資料經加密處理，商戶不會看到。",
  ],

  methods: {
    CARD: ["Credit / Debit Card", "信用卡／扣賬卡"],
    APPLEPAY: ["Apple Pay", "Apple Pay"],
    GOOGLEPAY: ["Google Pay", "Google Pay"],
    ALIPAYHK: ["AlipayHK", "AlipayHK"],
    ALIPAYCN: ["Alipay", "支付寶"],
    WECHATPAY: ["WeChat Pay", "微信支付"],
  },
  /** For a payment method that charges a card. */
  byCard: ["{method} ({brand} ••••\u00a0{last4})", "{method}（{brand} ••••\u00a0{last4}）"],
  walletMark: { sheet: ["Pay", "錢包"], qr: ["QR", "掃碼"], app: ["App", "開啟"] },
  walletHint: {
    sheet: [
      "After you press PAY, {wallet} asks you to approve the payment.",
      "按「付款」後，請在「{wallet}」批准付款。",
    ],
    app: ["After you press PAY, {wallet} opens on this phone.", "按「付款」後，這部手機會開啟「{wallet}」。"],
    qr: [
      "After you press PAY, scan the QR code with {wallet} on your phone.",
      "按「付款」後，請用手機上的「{wallet}」掃描二維碼。",
    ],
  },
  brands: { VISA: ["Visa", "Visa"], MASTER: ["Mastercard", "Mastercard"], UNIONPAY: ["UnionPay", "銀聯"] },

  card: ["Card", "信用卡"],
  cardNumber: ["Credit Card Number", "信用卡號碼"],
  cardHolder: ["Card Holder Name", "持卡人姓名"],
  cardHolderOptional: ["Card Holder Name (Optional)", "持卡人姓名（選填）"],
  expiry: ["Expiry Date", "到期日"],
  expiryHint: ["MM/YY", "月／年，例如 12/30"],
  expiryExample: ["MM/YY", "月/年"],
  cvc: ["CVC", "安全碼"],
  cvcHint: ["3 digits on the back", "卡背的 3 位數字"],
  email: ["Email (Optional)", "電郵地址（選填）"],
  country: ["Issuing Country or Region", "發卡國家或地區"],
  payAmount: ["PAY {amount}", "付款 {amount}"],
  working: ["Processing…", "處理中…"],
  cancel: ["Cancel", "取消"],
  back: ["Back", "返回"],
  backToShop: ["Return to merchant", "返回商戶"],
  otherMethod: ["Use another payment method", "使用其他付款方式"],

  countries: {
    HK: ["Hong Kong", "香港"],
    CN: ["Mainland China", "中國內地"],
    MO: ["Macao", "澳門"],
    TW: ["Taiwan", "台灣"],
    JP: ["Japan", "日本"],
    KR: ["South Korea", "南韓"],
    SG: ["Singapore", "新加坡"],
    MY: ["Malaysia", "馬來西亞"],
    TH: ["Thailand", "泰國"],
    PH: ["Philippines", "菲律賓"],
    AU: ["Australia", "澳洲"],
    NZ: ["New Zealand", "新西蘭"],
    UK: ["United Kingdom", "英國"],
    US: ["United States", "美國"],
    CA: ["Canada", "加拿大"],
    OTHER: ["Other", "其他"],
  },

  errors: {
    summary: ["Please check the fields marked below.", "請檢查下列有標示的欄位。"],
    number: ["Enter a valid card number.", "請輸入有效的信用卡號碼。"],
    brand: ["This type of card is not accepted. Accepted: {brands}.", "不接受此類信用卡。可使用：{brands}。"],
    bin: [
      "This card is not accepted for this order. Please use another card.",
      "此訂單不接受這張信用卡，請使用另一張。",
    ],
    cardAgain: [
      "The card number and the CVC are not kept: please enter them again.",
      "信用卡號碼及安全碼不會保留，請重新輸入。",
    ],
    holder: ["Enter the name of the card holder.", "請輸入持卡人姓名。"],
    expiry: ["Enter the expiry date as MM/YY.", "請以「月／年」格式輸入到期日，例如 12/30。"],
    month: ["The month must be between 01 and 12.", "月份必須在 01 至 12 之間。"],
    expired: ["This card has expired.", "這張信用卡已過期。"],
    cvc: ["Enter the 3-digit security code.", "請輸入 3 位數字的安全碼。"],
    email: [
      "Enter an e-mail address such as name@example.com, or leave this empty.",
      "請輸入電郵地址，例如 name@example.com，或留空此欄。",
    ],
    method: ["Choose a payment method.", "請選擇付款方式。"],
    formToken: [
      "This form was no longer valid. Nothing was charged. Please try again.",
      "此表格已失效，並未扣款，請再試一次。",
    ],
    notPayable: ["This order can no longer be paid. Nothing was charged.", "此訂單已不能付款，並未扣款。"],
    challengeClosed: [
      "The verification was not completed. Nothing was charged. Please try again.",
      "驗證尚未完成，並未扣款，請再試一次。",
    ],
    challengeLost: [
      "The verification took too long. Nothing was charged. Please enter your card again.",
      "驗證已逾時，並未扣款，請重新輸入信用卡資料。",
    ],
    refused: ["The payment could not be processed. Nothing was charged.", "未能處理付款，並未扣款。"],
    tryAgain: [
      "Nothing was charged. Please try again or use another way to pay.",
      "並未扣款。請再試一次，或使用其他付款方式。",
    ],
  },
  declines: {
    "do-not-honour": ["Your bank declined the payment.", "發卡銀行拒絕了這次付款。"],
    "insufficient-funds": ["Your bank declined the payment: insufficient funds.", "發卡銀行拒絕了這次付款：餘額不足。"],
    "expired-card": ["Your bank declined the payment: the card has expired.", "發卡銀行拒絕了這次付款：信用卡已過期。"],
    "lost-card": unusableCard,
    "stolen-card": unusableCard,
    "suspected-fraud": ["The payment was declined for security reasons.", "基於保安理由，這次付款被拒。"],
    "limit-exceeded": [
      "Your bank declined the payment: the card's limit is exceeded.",
      "發卡銀行拒絕了這次付款：已超出信用卡限額。",
    ],
    "issuer-unavailable": ["Your bank could not be reached.", "暫時未能聯絡發卡銀行。"],
    "authentication-failed": [
      "The payment was declined: your identity could not be verified.",
      "付款被拒：未能核實你的身分。",
    ],
  },

  refusals: {
    "invalid-parameter": ["The request was not valid.", "請求資料無效。"],
    "invalid-signature": ["The merchant's signature is not valid.", "商戶的簽署無效。"],
    "no-public-key": ["The merchant has no public key.", "商戶沒有登記公鑰。"],
    "merchant-not-found": ["The merchant is not known.", "找不到商戶。"],
    "order-not-found": ["The order was not found.", "找不到訂單。"],
    "duplicate-reference": ["The merchant used this order's reference before.", "商戶曾使用此訂單的參考編號。"],
    "order-not-payable": ["The order cannot be paid.", "此訂單不能付款。"],
    "already-refunded": ["The order has been refunded.", "此訂單已退款。"],
    "refund-exceeds-amount": ["The refund exceeds the paid amount.", "退款金額超出已付金額。"],
    "insufficient-unsettled-balance": ["The merchant's balance is too low.", "商戶結餘不足。"],
    "refund-not-allowed": ["This payment cannot be refunded.", "此付款不能退款。"],
    "void-not-allowed": ["This payment cannot be voided.", "此付款不能撤銷。"],
    "token-not-found": ["The saved card was not found.", "找不到已儲存的信用卡。"],
    "token-expired": ["The saved card has expired.", "已儲存的信用卡已過期。"],
    "parent-order-not-found": ["The first order of this series was not found.", "找不到此系列的首張訂單。"],
    "parent-not-recurring": [
      "The first order of this series is not a paid recurring order.",
      "此系列的首張訂單並非已付款的定期付款訂單。",
    ],
    "rate-limited": ["There were too many requests. Please try again later.", "請求過多，請稍後再試。"],
    maintenance: ["The service is under maintenance.", "服務正在維護。"],
    "system-error": ["There was a system error.", "系統發生錯誤。"],
  },

  paidTitle: ["Payment Successful", "付款成功"],
  alreadyPaidTitle: ["This order has been paid", "此訂單已付款"],
  alreadyPaidNote: ["You do not need to pay again.", "你無須再次付款。"],
  paidElsewhere: [
    "This order was paid in another window. You were not charged twice.",
    "此訂單已在另一個視窗付款，你不會被重複扣款。",
  ],
  transactionTime: ["Transaction Time", "交易時間"],
  continueLabel: ["CONTINUE", "繼續"],
  cancelledTitle: ["Payment cancelled", "付款已取消"],
  cancelledNote: ["Nothing was charged.", "並未扣款。"],
  stillPayable: [
    "You have cancelled. Nothing was charged; you can still pay below.",
    "你已取消付款，並未扣款；你仍可在下方付款。",
  ],
  expiredTitle: ["This payment page has expired", "付款頁面已過期"],
  expiredNote: [
    "The order was not paid in time and nothing was charged. Please return to the merchant and order again.",
    "訂單未有在限時內付款，並未扣款。請返回商戶重新下單。",
  ],
  voidedTitle: ["This payment was cancelled", "此付款已撤銷"],
  voidedNote: [
    "The merchant cancelled the payment. It will not appear on your statement.",
    "商戶已撤銷這次付款，款項不會在月結單上顯示。",
  ],
  refundedTitle: ["This payment was refunded", "此付款已退款"],
  refundedNote: [
    "The merchant has refunded this order. Refunds usually reach your statement in a few working days.",
    "商戶已為此訂單退款，款項一般會在數個工作天內退回。",
  ],
  unknownTitle: ["Page not found", "找不到頁面"],
  unknownNote: [
    "This payment link is not valid. Please return to the merchant and try again.",
    "此付款連結無效，請返回商戶再試。",
  ],
  refusedTitle: ["Payment is not available", "暫時未能付款"],
  failedTitle: ["Something went wrong", "出現問題"],
  failedNote: ["The page could not be shown. Please try again in a moment.", "未能顯示此頁面，請稍後再試。"],

  challengeTitle: ["Verify your payment", "核實你的付款"],
  challengeNote: [
    "Your bank asks you to approve this payment (3-D Secure).",
    "發卡銀行要求你批准這次付款（3D 安全驗證）。",
  ],
  challengeBank: ["Card issuer", "發卡銀行"],
  simulated: ["Simulated by the sandbox", "由沙盒模擬"],

  sheetTitle: ["Pay with {wallet}", "使用「{wallet}」付款"],
  openWallet: ["Open {wallet}", "開啟「{wallet}」"],
  openNote: [
    "{wallet} asks you to approve the payment, then brings you back.",
    "「{wallet}」會請你批准付款，然後返回此頁。",
  ],
  qrTitle: ["Scan to pay with {wallet}", "{wallet} 掃碼付款"],
  qrNote: ["Open {wallet} on your phone and scan this code.", "請在手機上打開「{wallet}」，掃描此二維碼。"],
  qrAlt: ["QR code that opens the payment in {wallet}", "在「{wallet}」付款的二維碼"],
  qrWaiting: ["Waiting for your payment…", "正在等候你付款…"],
  qrTester: ["Or let the sandbox answer for {wallet}:", "亦可由沙盒代「{wallet}」回應："],
  phoneNote: ["Do you approve this payment?", "是否批准這次付款？"],
  approve: ["Approve", "批准"],
  decline: ["Decline", "拒絕"],
  phonePaidTitle: ["Payment sent", "已付款"],
  phonePaidNote: ["You can go back to the page where you started.", "你可以返回原來的付款頁面。"],
  phoneDeclinedTitle: ["Payment declined", "付款被拒"],
  phoneDeclinedNote: [
    "Nothing was charged. You can go back to the page where you started.",
    "並未扣款。你可以返回原來的付款頁面。",
  ],

  tokenTitle: ["Save your card", "儲存信用卡"],
  tokenIntro: [
    "Your card will be stored for future payments to {merchant}.",
    "你的信用卡將會儲存，供日後付款予{merchant}。",
  ],
  tokenNote: [
    "A small amount is charged to verify the card and voided at once.",
    "我們會扣取小額款項以核實信用卡，並即時撤銷。",
  ],
  saveCard: ["SAVE CARD", "儲存信用卡"],
  savedTitle: ["Card saved", "信用卡已儲存"],
  alreadySavedTitle: ["This card has been saved", "這張信用卡已儲存"],
  savedNote: ["You can now pay with this card at the merchant.", "你現在可以用這張信用卡向商戶付款。"],
  savedTime: ["Time", "時間"],
  tokenClosedNote: [
    "This page is no longer valid. Please return to the merchant and try again.",
    "此頁面已失效，請返回商戶再試。",
  ],

  panel: panelTexts,
} as const;

/** The texts of the test panel, which no real page has. */
export const panelTexts = {
  title: ["Test panel", "測試面板"],
  mark: [
    "Sandbox only. A real shopper never sees this panel, and no money moves.",
    "只在沙盒顯示。真正的顧客不會看到此欄，亦不涉及任何真實款項。",
  ],
  cards: ["Test cards", "測試卡"],
  cardsNote: [
    "Any future expiry date and any CVC. Choose one to fill in the form.",
    "到期日只須在將來，安全碼可隨意輸入。選擇一張即可填入表格。",
  ],
  number: ["Card number", "信用卡號碼"],
  result: ["What happens", "結果"],
  approve: ["Approved", "批准"],
  declined: ["Declined: {name}", "拒絕：{name}"],
  challenge: ["Asks for 3-D Secure", "要求 3D 安全驗證"],
  signature: {
    valid: ["The request that opened this page was signed correctly.", "開啟此頁的請求已正確簽署。"],
    invalid: ["The signature of the request that opened this page is wrong.", "開啟此頁的請求簽署錯誤。"],
    unsigned: ["The request that opened this page was not signed.", "開啟此頁的請求沒有簽署。"],
    unchecked: [
      "The signature of the request that opened this page was not checked: the merchant has no key.",
      "未有核對開啟此頁的請求的簽署：商戶沒有登記公鑰。",
    ],
  },
  actions: ["Actions", "操作"],
  cancel: ["Leave the page: cancel", "離開此頁：取消"],
  expire: ["Let the order expire", "使訂單過期"],
  inspect: ["Inspect", "檢視詳情"],
  kinds: { CREDIT: ["{brand} credit card", "{brand} 信用卡"], DEBIT: ["{brand} debit card", "{brand} 扣賬卡"] },
  outcomes: {
    "do-not-honour": ["do not honour", "發卡銀行不批准"],
    "insufficient-funds": ["insufficient funds", "餘額不足"],
    "expired-card": ["expired card", "信用卡已過期"],
    "lost-card": ["lost card", "遺失卡"],
    "stolen-card": ["stolen card", "失竊卡"],
    "suspected-fraud": ["suspected fraud", "懷疑欺詐"],
    "limit-exceeded": ["limit exceeded", "超出信用限額"],
    "issuer-unavailable": ["issuer unavailable", "未能聯絡發卡銀行"],
    "authentication-failed": ["authentication failed", "身分驗證失敗"],
  },
} as const;

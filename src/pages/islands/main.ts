// The script of the hosted pages: it saves the shopper typing and waiting. Each page works without it.

import { lookAgainWhenBack } from "./back.js";
import { checkCardForm } from "./card-form.js";
import { countDown } from "./countdown.js";
import { sendOnce } from "./send-once.js";
import { keepPanelOpen } from "./test-panel.js";
import { showTimeLeft } from "./time-left.js";
import { waitForPhone } from "./waiting.js";

// The check must come first: if it stops a form, the form doesn't count as sent.
checkCardForm();
sendOnce();
keepPanelOpen();
lookAgainWhenBack();
showTimeLeft();
countDown();
waitForPhone();

// The script of the hosted pages: it saves the shopper typing and waiting. Each page works without it.

import { checkCardForm } from "./card-form.js";
import { sendOnce } from "./send-once.js";
import { keepPanelOpen } from "./test-panel.js";
import { countDown, lookAgainWhenBack, showTimeLeft, waitForPhone } from "./waiting.js";

// The check must come first: if it stops a form, the form doesn't count as sent.
checkCardForm();
sendOnce();
keepPanelOpen();
lookAgainWhenBack();
showTimeLeft();
countDown();
waitForPhone();

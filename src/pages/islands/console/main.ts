// The console's script: it keeps pages up to date, and acts through the control API. Every page can be read without
// it.

import { actOnClicks, copyOnClicks } from "./acting.js";
import { listenToKeys } from "./keys.js";
import { followLane, keepTime } from "./live.js";
import { chooseOperations } from "./new-call.js";
import { showNews } from "./news.js";

actOnClicks();
copyOnClicks();
chooseOperations();
listenToKeys();
showNews();
keepTime();
followLane();
// On a phone, the page links are in one scrolling row.
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

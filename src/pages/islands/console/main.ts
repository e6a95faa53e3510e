// The script of the console: it follows the lane, and acts by the control API. Every page reads without it.

import { actOnClicks, copyOnClicks } from "./acting.js";
import { keepTime } from "./clock.js";
import { listenToKeys } from "./keys.js";
import { followLane } from "./live.js";
import { showNews } from "./news.js";

actOnClicks();
copyOnClicks();
listenToKeys();
showNews();
keepTime();
followLane();
// On a phone the pages stand in a row that scrolls.
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

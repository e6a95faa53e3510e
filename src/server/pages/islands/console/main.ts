// The console's script: it keeps pages up to date, and acts through the control API. Every page can be read without
// it.

import { actOnClicks, copyOnClicks } from "./acting.js";
import { listenToKeys } from "./keys.js";
import { keepTime, watchLane } from "./live.js";
import { chooseOperations } from "./new-call.js";
import { showNews } from "./news.js";
import { listenToPalette } from "./palette.js";
import { dragDivider, visitOnClicks } from "./visit.js";

actOnClicks();
copyOnClicks();
chooseOperations();
listenToKeys();
listenToPalette();
visitOnClicks();
dragDivider();
showNews();
keepTime();
watchLane();

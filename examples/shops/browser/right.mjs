// The right shop: the skeleton as it is.
import { BrowserShop } from "./skeleton.mjs";

new BrowserShop().start();

// Buys one cart at the shop, so nothing else is under way when the shop is killed.
import { buy } from "./buy.mjs";

await buy("tea", 88);

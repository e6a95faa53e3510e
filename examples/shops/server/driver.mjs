// Buys two carts at the shop, one after the other.
import { buy } from "./buy.mjs";

await buy("tea", 88);
await buy("mug", 120.5);

// The right shop: the skeleton as it is.
import { runIfMain, Shop } from "./skeleton.mjs";

export default Shop;
await runIfMain(import.meta, Shop);

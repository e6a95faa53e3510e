// The right shop: the skeleton as it is.
import { ServerShop } from "./skeleton.mjs";

await new ServerShop().start();

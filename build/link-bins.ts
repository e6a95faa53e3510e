import { linkBins } from "./bin-links.ts";

linkBins(".");

import { statesOn } from "./states-on.js";

await statesOn("sqlite-file");

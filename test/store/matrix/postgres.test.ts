import { statesOn } from "./states-on.js";

await statesOn("postgres");

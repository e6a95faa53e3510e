import { casesFor } from "../../../support/proof.js";
import { FILES, statesOn } from "./states-on.js";

// Two nodes do what one does, and more: STORE=postgres npm run test:system runs these tests on one.
await statesOn("two-nodes", casesFor(FILES));

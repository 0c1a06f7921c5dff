/** Every question the product asks a model. */
export { ANSWER } from "./answer.ts";
export { CHECK } from "./check.ts";
export { FIND } from "./find.ts";
export { RESTATE } from "./restate.ts";
export { WRITE } from "./write.ts";

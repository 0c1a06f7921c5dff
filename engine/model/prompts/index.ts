export { ANSWER_PROMPT } from "./answer.ts";
export { CHECK_PROMPT } from "./check.ts";
export { FIND_PROMPT } from "./find.ts";
export { RESTATE_PROMPT } from "./restate.ts";
export { WRITE_PROMPT } from "./write.ts";

export { arrangeTarget } from "./arrange-target.ts";
export { listTargetsToArrange } from "./tree-queries.ts";

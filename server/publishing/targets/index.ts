export { fillTarget } from "./fill-target.ts";
export { listTargetsToFill } from "./fill-target-queries.ts";
export { followPlan, followSwitch, forgetTarget } from "./follow-targets.ts";
export { checkPages } from "./look-at-pages.ts";
export { listIntegrationsToLookAt } from "./look-at-pages-queries.ts";

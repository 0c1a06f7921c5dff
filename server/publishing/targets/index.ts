export { checkPages } from "./check-pages.ts";
export { listIntegrationsToCheck } from "./check-pages-queries.ts";
export { checkEditedPages } from "./edited-pages.ts";
export { listIntegrationsWithEdits, requestEditsLook } from "./edited-pages-queries.ts";
export { fillTarget, leaveExistingArticlesOut } from "./fill-target.ts";
export { listTargetsToFill } from "./fill-target-queries.ts";
export { deleteTargetPages, followPlanSwitch, followTargetSwitch } from "./follow-targets.ts";

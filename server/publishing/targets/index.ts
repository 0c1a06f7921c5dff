export { checkPages } from "./check-pages.ts";
export { listIntegrationsToCheck } from "./check-pages-queries.ts";
export { checkEditedPages } from "./edited-pages.ts";
export { listIntegrationsWithEdits, requestEditsCheck, requestLookAtPages } from "./edited-pages-queries.ts";
export { excludeExistingArticles, fillTarget } from "./fill-target.ts";
export { listTargetsToFill } from "./fill-target-queries.ts";
export { deletePublicationsOfTarget, handlePlanSwitch, updateStatusesAfterSwitch } from "./handle-target-changes.ts";

export { followPlan, followSwitch, forgetTarget } from "./follow-targets.ts";
export { getCopy, setCopyState } from "./page-copies.ts";
export { publishJob } from "./publish-job.ts";
export { getPublication, listDuePublications, setRetracts } from "./queries.ts";
export { removeArticle } from "./remove-article.ts";
export { requestPublications, retryParkedPublications } from "./request-publications.ts";
export { retryPublication, wakePublication } from "./retry-publication.ts";
export { listIntegrationsToSweep, sweepPages } from "./sweep-pages.ts";
export { dropUnmadePages } from "./unmade-pages.ts";

export { listPageTitles } from "./nearby-page-queries.ts";
export { findNearbyPages, type NearbyPage } from "./nearby-pages.ts";
export { findParentOfNearest } from "./parent-of-nearest.ts";

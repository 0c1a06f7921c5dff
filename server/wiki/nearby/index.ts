export { findContainersOfNearest } from "./containers-of-nearest.ts";
export { listContainers, listPageTitles } from "./nearby-page-queries.ts";
export { findNearbyPages, type NearbyPage } from "./nearby-pages.ts";

export {
  type DueComparison,
  listDueComparisons,
  markCompared,
  requestComparisonAgain,
  requestComparisons,
} from "./comparison-queries.ts";

export {
  type DueComparison,
  listDueComparisons,
  markCompared,
  requestComparisonAgain,
  requestComparisons,
} from "./comparison-queries.ts";
export { isDuplicateOpen, isDuplicateOpenFor, mayDecideDuplicate } from "./duplicate-queries.ts";

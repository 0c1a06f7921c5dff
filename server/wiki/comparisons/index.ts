export {
  type DueComparison,
  listDueComparisons,
  markConversationCompared,
  requestComparisonAgain,
  requestComparisons,
} from "./comparison-queries.ts";
export { mayDecideDuplicate, whereDuplicateDecidable, whereDuplicateOpen } from "./duplicate-queries.ts";

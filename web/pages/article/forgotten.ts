import type { ErasedText } from "../../../shared/contract/article-reading.ts";
import { formatDay, formatItems } from "../../lib/format.ts";

/** Describes erased text: 'The text of this message was forgotten on 3 Nov 2026 (kept 90 days).' */
export const describeForgotten = ({ at, keptDays }: ErasedText) =>
  `The text of this message was forgotten on ${formatDay(at)} (kept ${formatItems(keptDays, "day")}).`;

import type { Integration } from "../../../shared/contract/integrations.ts";
import type { Wiki } from "../../../shared/contract/wiki.ts";
import { formatCount } from "../../lib/format.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";

export interface WikiLineProps {
  integration: Integration;
  wiki: Wiki;
  isReading: boolean;
}

/** Says how many pages were listed or read so far. */
export function WikiProgress({ wiki: { isListed, pages, waiting } }: { wiki: Wiki }) {
  const words = isListed
    ? `Reading pages: ${formatCount(pages - waiting)} of ${formatCount(pages)}`
    : `Listing pages: ${formatCount(pages)} so far`;
  return (
    <div className="flex max-w-96 flex-col gap-1.5">
      <output>{words}</output>
      <ProgressBar fraction={isListed && pages > 0 ? (pages - waiting) / pages : null} label={words} />
    </div>
  );
}

import { Link } from "react-router";
import type { LeftOutSentences } from "../../../shared/contract/ask.ts";
import { formatLeftOut } from "../../../shared/domain/ask.ts";
import { getSectionAnchor } from "../../lib/format.ts";

interface LeftOutProps {
  leftOut?: LeftOutSentences[] | undefined;
  onOpen?: (articleId: string) => void;
}

/** Links to what the quoted sections say besides, because it may limit the answer. */
export function LeftOut({ leftOut = [], onOpen }: LeftOutProps) {
  if (leftOut.length === 0) return null;
  return (
    <ul aria-label="Left out" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-13 wrap-anywhere">
      {leftOut.map(({ articleId, section, ...rest }) => {
        const open = () => onOpen?.(articleId);
        const anchor = section === null ? "" : `#${getSectionAnchor(section)}`;
        return (
          <li key={section}>
            <Link to={`/articles/${articleId}${anchor}`} className="text-link" onClick={open} onAuxClick={open}>
              {formatLeftOut({ section, ...rest })}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

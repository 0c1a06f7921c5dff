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
  return leftOut.map(({ articleId, section, heading, count }) => {
    const open = () => onOpen?.(articleId);
    const anchor = section === null ? "" : `#${getSectionAnchor(section)}`;
    return (
      <p key={section} className="mt-3 text-13 wrap-anywhere">
        <Link to={`/articles/${articleId}${anchor}`} className="text-link" onClick={open} onAuxClick={open}>
          {formatLeftOut({ heading, count })}
        </Link>
      </p>
    );
  });
}

import { PenLine } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { Permitted } from "../../components/permissions.tsx";
import { getButtonClass } from "../../ui/button.tsx";
import { EDIT_PARAMETER } from "./use-article-address.ts";

const NOTHING_TO_EDIT = ["withdrawn", "merged", "dismissed", "trashed"];
export const canEdit = ({ state = "stands" }: Pick<ArticlePage, "state">) => !NOTHING_TO_EDIT.includes(state);

export function EditLink({ article }: { article: ArticlePage }) {
  const { search } = useLocation();
  if (!canEdit(article)) return null;
  const params = new URLSearchParams(search);
  params.set(EDIT_PARAMETER, "1");
  return (
    <Permitted change="articles">
      <Link to={{ search: `?${params}` }} className={getButtonClass({ size: "small" })} aria-keyshortcuts="e">
        <PenLine className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">Edit</span>
      </Link>
    </Permitted>
  );
}

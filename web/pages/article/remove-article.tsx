import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { Button } from "../../ui/button.tsx";
import { removeWithUndo } from "../articles/bulk-work.ts";
import { BACK } from "../articles/list-place.ts";

const RemoveDialog = lazy(() => import("../articles/remove-dialog.tsx"));

export function RemoveArticle({ article, search }: { article: ArticlePage; search: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<"never" | "now" | "before">("never");
  return (
    <>
      <Button size="small" className="text-wrong" onClick={() => setAsked("now")}>
        <Trash2 className="size-4" aria-hidden="true" />
        Remove
      </Button>
      {asked !== "never" && (
        <Suspense fallback={null}>
          <RemoveDialog
            articles={[article]}
            open={asked === "now"}
            onClose={() => setAsked("before")}
            onRemove={(pages) => {
              removeWithUndo(queryClient, [article], pages);
              void navigate(`/articles${search}`, { state: BACK });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

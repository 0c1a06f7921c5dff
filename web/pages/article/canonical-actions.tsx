import { Merge, Split } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { Button } from "../../ui/button.tsx";

const MergeDialog = lazy(() => import("./merge-dialog.tsx"));
const SplitDialog = lazy(() => import("./split-dialog.tsx"));

/** Two articles made one, and one made two. Splitting needs more than one talk. */
export function CanonicalActions({ article }: { article: ArticlePage }) {
  const [open, setOpen] = useState<"merge" | "split" | null>(null);
  const close = () => setOpen(null);
  if (article.standing === "merged") return null;
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen("merge")}>
        <Merge className="size-4" aria-hidden="true" />
        Merge with…
      </Button>
      {article.asked && (
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen("split")}>
          <Split className="size-4" aria-hidden="true" />
          Split…
        </Button>
      )}
      <Suspense fallback={null}>
        {open === "merge" && <MergeDialog article={article} onClose={close} />}
        {open === "split" && <SplitDialog article={article} onClose={close} />}
      </Suspense>
    </>
  );
}

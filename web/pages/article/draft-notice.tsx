import { useState } from "react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Button } from "../../ui/button.tsx";
import { canEdit } from "./edit-link.tsx";
import { findDraftTime, forgetDraft } from "./editor/drafts.ts";

interface DraftNoticeProps {
  article: Pick<ArticlePage, "id" | "state">;
  personId: string;
  onContinue: () => void;
}

/** Offers to continue an unsaved edit that is stored in this browser. */
export function DraftNotice({ article, personId, onContinue }: DraftNoticeProps) {
  const [at, setAt] = useState(() => findDraftTime(personId, article.id));
  if (at === null) return null;
  return (
    <section
      aria-label="Your draft"
      className="not-printed set-column mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-rule bg-sunken p-4"
    >
      <p className="flex-1 basis-60">
        You started editing this article (<RelativeTime at={at} />) and have not saved it.
        {!canEdit(article) &&
          ` Your text is kept in this browser${article.state === "trashed" ? " until the article is restored" : ""}.`}
      </p>
      {canEdit(article) && (
        <Button size="small" onClick={onContinue}>
          Continue editing
        </Button>
      )}
      <Button
        size="small"
        look="quiet"
        onClick={() => {
          forgetDraft(personId, article.id);
          setAt(null);
        }}
      >
        Discard the draft
      </Button>
    </section>
  );
}

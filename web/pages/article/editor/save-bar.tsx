import { clsx } from "clsx";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import type { EditedArticle } from "../../../../shared/contract/editing.ts";
import { ApiError } from "../../../api/client.ts";
import type { useSaveArticle } from "../../../api/editing.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { StickyBar } from "../../../ui/sticky-bar.tsx";
import { describePageUpdate, getSaveLabel, isUnread } from "../text-after-change.ts";
import { COLLISIONS_ID } from "./collisions.tsx";

interface SaveBarProps {
  save: ReturnType<typeof useSaveArticle>;
  article: ArticlePage;
  /** Whether this browser could store the draft. */
  isKept: boolean;
  /** True while conflicts with other people's versions are undecided. */
  isBlocked: boolean;
  /** Builds the request. `why`: the reason for the history. */
  editedArticle: (why: string) => EditedArticle;
  onSaved: () => void;
  /** Called after a save that approves the article as well; undefined where it is not approved from here. */
  onApprove: (() => void) | undefined;
  onDiscard: () => void;
  onLater: () => void;
}

/** Saves the edit by button or Ctrl+S, and shows the reason if saving fails. */
export function SaveBar(props: SaveBarProps) {
  const { save, article, isKept, isBlocked, editedArticle, onSaved, onApprove, onDiscard, onLater } = props;
  const [why, setWhy] = useState("");
  // On a phone the bar is one line, so that the text above the keyboard stays visible.
  const [isOpen, setOpen] = useState(false);
  const onPhone = !isOpen && "max-sm:hidden";
  const isOnline = useOnline();
  // Prevents a second save, both before the first click is rendered and after the response while the editor closes.
  const isSaving = useRef(false);
  const trySave = (approve?: () => void) => {
    if (isBlocked || isSaving.current) return;
    isSaving.current = true;
    save.mutate(editedArticle(why), {
      onSuccess: ({ version, redacted }) => {
        onSaved();
        // People have to read what was removed before they publish the rest.
        if (approve && redacted.length === 0) approve();
        else showSaved(article, version > article.version, redacted);
      },
      onError: () => {
        isSaving.current = false;
      },
    });
  };
  useSaveKeys(trySave, onApprove);
  return (
    <StickyBar aria-label="Save the article">
      <Trouble error={save.error} isOnline={isOnline} isKept={isKept} />
      {isBlocked && <Blocked />}
      <div className="flex flex-wrap items-center gap-3 max-sm:gap-2">
        <input
          className={clsx("field-box min-w-0 flex-1 basis-60", onPhone)}
          aria-label="Describe your change (optional)"
          placeholder="Describe your change (optional)"
          maxLength={200}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
        />
        <div className="ml-auto flex flex-wrap justify-end gap-3 max-sm:contents">
          <Button look="quiet" className={clsx("max-sm:flex-1", onPhone)} onClick={onDiscard}>
            Discard changes
          </Button>
          <Button className={clsx("max-sm:flex-1", onPhone)} onClick={onLater}>
            Keep for later
          </Button>
          <Button look="quiet" className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Less" : "More"}
          </Button>
          <SaveButtons save={save} article={article} isBlocked={isBlocked} onApprove={onApprove} onSave={trySave} />
        </div>
      </div>
    </StickyBar>
  );
}

interface SaveButtonsProps extends Pick<SaveBarProps, "save" | "article" | "isBlocked" | "onApprove"> {
  onSave: (approve?: () => void) => void;
}

function SaveButtons({ save, article, isBlocked, onApprove, onSave }: SaveButtonsProps) {
  const common = { className: "max-sm:flex-1", disabled: save.isPending || save.isSuccess || isBlocked };
  return (
    <>
      <Button {...common} {...(!onApprove && { look: "primary" })} onClick={() => onSave()}>
        {save.isPending ? "Saving…" : getSaveLabel(article)}
      </Button>
      {onApprove && (
        <Button {...common} look="primary" aria-keyshortcuts="Control+Enter" onClick={() => onSave(onApprove)}>
          Save and approve
        </Button>
      )}
    </>
  );
}

/** Explains that conflicts are undecided and are above the text, which may be long. */
const Blocked = () => (
  <p className="mb-2 flex flex-wrap items-center gap-x-3 text-13 text-busy">
    The article was changed meanwhile. Take the changes over, then save.
    <Button
      size="small"
      look="quiet"
      onClick={() => {
        const changes = document.getElementById(COLLISIONS_ID);
        changes?.scrollIntoView();
        changes?.focus({ preventScroll: true });
      }}
    >
      Show the changes
    </Button>
  </p>
);

/** Shows the toast after a save, with its effect on pages. */
function showSaved(
  article: ArticlePage,
  isChanged: boolean,
  redacted: readonly { what: string; count: number }[],
): void {
  const removed = redacted.map(({ what, count }) => `${count} × ${what}`).join(", ");
  const effect = isUnread(article) ? "It is not published yet." : describePageUpdate(article);
  showToast({
    title: !isChanged ? "Nothing was changed" : isUnread(article) ? "Draft saved" : "Saved",
    text: removed ? `Removed from your text: ${removed}.` : isChanged ? effect : "The article stays as it was.",
  });
}

function Trouble({ error, isOnline, isKept }: { error: unknown; isOnline: boolean; isKept: boolean }) {
  const kept = isKept
    ? "Your text is kept in this browser."
    : "This browser cannot save drafts: keep this window open.";
  const said =
    error instanceof ApiError
      ? `${error.status === 401 ? "You are signed out." : (error.said ?? "It could not be saved.")} ${kept}`
      : error || !isOnline
        ? `${isOnline ? "No answer came from the server." : "You are offline."} ${kept} Save again when you are back.`
        : isKept
          ? null
          : kept;
  return <output className={said ? "mb-2 block text-13 text-wrong" : "sr-only"}>{said}</output>;
}

/** Ctrl+S saves, Ctrl+Enter approves as well; in a code block it leaves the block first. */
function useSaveKeys(save: (approve?: () => void) => void, approve: (() => void) | undefined): void {
  const latest = useRef({ save, approve });
  useEffect(() => {
    latest.current = { save, approve };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      const isSave = event.key.toLowerCase() === "s";
      if (!isSave && (event.key !== "Enter" || !latest.current.approve)) return;
      event.preventDefault();
      latest.current.save(isSave ? undefined : latest.current.approve);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const useOnline = () =>
  useSyncExternalStore(
    (onChange) => {
      window.addEventListener("online", onChange);
      window.addEventListener("offline", onChange);
      return () => {
        window.removeEventListener("online", onChange);
        window.removeEventListener("offline", onChange);
      };
    },
    () => navigator.onLine,
  );

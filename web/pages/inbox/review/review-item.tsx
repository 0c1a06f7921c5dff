import { useQueryClient } from "@tanstack/react-query";
import { Merge, PenLine } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import type { InboxItem } from "../../../../shared/contract/inbox.ts";
import { type InboxChoice, NOTE_CHARACTERS } from "../../../../shared/domain/inbox.ts";
import { useUser } from "../../../api/account.ts";
import { useArticle } from "../../../api/articles.ts";
import { WriteExcerptAction } from "../../../components/excerpts/write-excerpt.tsx";
import { RelativeTime } from "../../../components/moment.tsx";
import { useCan } from "../../../components/permissions.tsx";
import { usePageShortcuts } from "../../../components/shortcuts.ts";
import { formatChannel, formatItems } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { canEdit } from "../../article/edit-link.tsx";
import { ImportPageEdits } from "../../article/import-page-edits.tsx";
import { useArticleAddress } from "../../article/use-article-address.ts";
import { AmbiguousSentences, listSentences } from "../ambiguous-sentences.tsx";
import { AssignmentLine } from "../assignment-line.tsx";
import { KeyName } from "../choice-button.tsx";
import { ChoiceEffects } from "../choice-effects.tsx";
import { KIND_NAMES } from "../choices.ts";
import type { ItemDecision } from "../decision-batch.ts";
import { decideItems, undoLastDecision } from "../decisions.ts";
import { ItemBody } from "../item-body.tsx";
import { Choices, WholeChannelCheckbox } from "../item-choices.tsx";
import { reviewSearch, useInboxPart } from "../listed-items.ts";
import { SnoozeLine } from "../snooze-line.tsx";
import { TitleNeeded } from "../title-form.tsx";
import { ReviewedArticle } from "./reviewed-article.tsx";

const ArticleEditor = lazy(() => import("../../article/editor/article-editor.tsx"));
const Asking = lazy(() => import("../choice-form.tsx"));
const CorrectedSentences = lazy(() => import("../corrected-sentences.tsx"));
const MergeDialog = lazy(() => import("../../article/merge-dialog.tsx"));

interface ReviewItemProps {
  item: InboxItem;
  /** Whether the dialog of the merge is open. */
  isMerging: boolean;
  setMerging: (isMerging: boolean) => void;
  /** Opens the next item after this one was decided. */
  onPast: () => void;
  onStep: (by: 1 | -1) => void;
  onBack: () => void;
}

/** Actions come first, then the article and its conversation. What a decision rarely needs stands below. */
export function ReviewItem({ item, isMerging, setMerging, onPast, onStep, onBack }: ReviewItemProps) {
  const { data: person } = useUser();
  const article = useArticle(item.article.id);
  const { isEditing, setEditing } = useArticleAddress();
  const { search } = useInboxPart();
  const mayChange = useCan()("change", "articles");
  const mayEdit = mayChange && article.data !== undefined && canEdit(article.data);
  const change = { edit: () => setEditing(true), merge: () => setMerging(true) };
  const isUnread = UNREAD.includes(item.kind);
  const [note, setNote] = useState("");
  const approve = useApprovalAfterEdit(isEditing);
  useReviewKeys(isEditing ? null : { onStep, onBack });
  const editor = isEditing && mayEdit && person && (
    <EditorInReview
      article={article.data}
      personId={person.id}
      isUnread={isUnread}
      onClose={() => setEditing(false)}
      onApprove={approve}
    />
  );
  return (
    <article data-review={item.id} aria-label={item.article.title} className={editor ? undefined : "max-sm:pb-40"}>
      {editor ? (
        <div className="mt-3">
          <About item={item} />
          <p className="mt-1 max-w-[75ch] wrap-anywhere text-soft">{item.reason}</p>
        </div>
      ) : (
        <Head
          item={item}
          note={note}
          change={mayChange && (mayEdit || article.isPending) ? change : null}
          onPast={onPast}
        />
      )}
      {!editor && isUnread && article.data && <AmbiguousSentences sentences={listSentences(article.data)} />}
      <Corrected item={item} />
      <AboutDecision item={item} />
      <QueryView query={article} loading={<div className="late skeleton mt-6 h-96" />}>
        {(read) => <ReviewedArticle article={read} editor={editor || undefined} />}
      </QueryView>
      {!editor && (
        <BesideDecision item={item} article={article.data} onSnoozed={onPast}>
          <NoteField value={note} onChange={setNote} />
        </BesideDecision>
      )}
      {isMerging && article.data && (
        <Suspense fallback={null}>
          <MergeDialog
            article={article.data}
            onClose={() => setMerging(false)}
            onMerged={onPast}
            cameFrom={`/articles${reviewSearch(search, item.id)}`}
          />
        </Suspense>
      )}
    </article>
  );
}

/** Shows what the decision needs beside the article, without its summary. */
function AboutDecision({ item }: Pick<ReviewItemProps, "item">) {
  if (item.kind === "first-article") return <Approvals {...item} />;
  return "summary" in item ? null : <ItemBody item={item} />;
}

const UNREAD: readonly string[] = ["draft", "first-article"];
const Corrected = ({ item }: Pick<ReviewItemProps, "item">) =>
  "corrected" in item && (
    <Suspense fallback={<div className="h-40" />}>
      <CorrectedSentences item={item} />
    </Suspense>
  );

const Approvals = ({ approvals, approvalsToTrust }: { approvals: number; approvalsToTrust: number }) => (
  <p className="mt-3 text-13 text-faint">
    {formatItems(approvals, "article")} of this channel approved so far; after {approvalsToTrust} its articles are
    published at once.
  </p>
);

interface EditorInReviewProps {
  article: ArticlePage;
  personId: string;
  isUnread: boolean;
  onClose: () => void;
  onApprove: () => void;
}

/** The editor; that of a draft can approve it too, and says which words pass. */
function EditorInReview({ isUnread, onApprove, ...props }: EditorInReviewProps) {
  const mayDecide = useCan()("change", "inbox");
  const ofDraft = isUnread && {
    ...(mayDecide && { onApprove }),
    notice: (sentences: readonly string[]) => <AmbiguousSentences sentences={sentences} />,
  };
  return (
    <Suspense fallback={<div className="late skeleton mt-6 h-96" />}>
      <ArticleEditor {...props} {...ofDraft} />
    </Suspense>
  );
}

/**
 * Approves the edited article as its button does, which may ask first. The item is read again before, because the edit may have
 * settled what it would ask.
 */
function useApprovalAfterEdit(isEditing: boolean): () => void {
  const queryClient = useQueryClient();
  const isOrdered = useRef(false);
  useEffect(() => {
    if (isEditing || !isOrdered.current) return;
    isOrdered.current = false;
    void queryClient.invalidateQueries({ queryKey: ["/api/inbox"] }).then(press("[data-answer=accept]"));
  }, [isEditing, queryClient]);
  return () => {
    isOrdered.current = true;
  };
}

const press = (what: string) => () => document.querySelector<HTMLElement>(`[data-review] ${what}`)?.click();

/** The keys of one item; web/components/shortcuts.ts lists them for people. `ways` is null while the article is edited. */
function useReviewKeys(ways: Pick<ReviewItemProps, "onStep" | "onBack"> | null): void {
  const queryClient = useQueryClient();
  usePageShortcuts({
    j: () => ways?.onStep(1),
    k: () => ways?.onStep(-1),
    u: () => ways?.onBack(),
    1: press("[data-choice='1']"),
    2: press("[data-choice='2']"),
    3: press("[data-choice='3']"),
    a: press("[data-answer=accept]"),
    d: press("[data-answer=decline]"),
    x: press("[data-answer=decline]"),
    e: press("[data-edit]"),
    m: press("[data-merge]"),
    s: press("[data-assign]"),
    h: press("[data-snooze]"),
    c: press("[data-compare]"),
    z: () => undoLastDecision(queryClient),
  });
}

interface HeadProps extends Pick<ReviewItemProps, "item" | "onPast"> {
  /** The words that go with the decision. */
  note: string;
  /** Null when the person may not change the article, or when it cannot be changed. */
  change: ChangeArticle | null;
}

/** Usable while the article loads: the editor and the dialog open when it is there. */
interface ChangeArticle {
  edit: () => void;
  merge: () => void;
}

function Head({ item, note, change, onPast }: HeadProps) {
  const queryClient = useQueryClient();
  const mayDecide = useCan()("change", "inbox");
  const [asking, setAsking] = useState<InboxChoice | null>(null);
  const [wholeChannel, setWholeChannel] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const send = (decided: Omit<ItemDecision, "item">) => {
    const words = note.trim();
    decideItems(queryClient, [{ item, ...decided, ...(words && { note: words }) }]);
    onPast();
  };
  const cancel = () => {
    setAsking(null);
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <header className="mt-3 max-sm:mt-1">
        <About item={item} />
        <h1
          ref={heading}
          tabIndex={-1}
          dir="auto"
          className="mt-1 max-w-[40ch] font-serif text-19 leading-tight font-medium wrap-anywhere outline-none sm:text-32"
        >
          {item.article.title}
        </h1>
        <p className="mt-2 max-w-[75ch] wrap-anywhere text-soft max-sm:mt-1 max-sm:text-13">
          <TitleNeeded item={item} />
          {item.reason}
        </p>
        {asking ? (
          <Suspense fallback={null}>
            <Asking item={item} onDecide={(more) => send({ choice: asking, ...more })} onCancel={cancel} />
          </Suspense>
        ) : (
          <Actions
            item={item}
            change={change}
            onChoose={(choice) => send({ choice, ...(item.kind === "held" && { wholeChannel }) })}
            onAsk={setAsking}
          />
        )}
      </header>
      {item.kind === "held" && mayDecide && (
        <WholeChannelCheckbox channelName={item.article.channelName} isOn={wholeChannel} onChange={setWholeChannel} />
      )}
    </>
  );
}

interface BesideDecisionProps {
  item: InboxItem;
  /** Undefined while it loads. */
  article: ArticlePage | undefined;
  onSnoozed: () => void;
  /** The field for a note. */
  children: ReactNode;
}

/** Explains the choices and offers a note, assignment and snooze, below the article whose text comes first. */
function BesideDecision({ item, article, onSnoozed, children }: BesideDecisionProps) {
  const mayDecide = useCan()("change", "inbox");
  return (
    <section aria-label="Beside the decision" className="mt-8 border-t border-rule pt-4">
      {mayDecide && <ChoiceEffects kind={item.kind} choices={item.choices} />}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {mayDecide && children}
        <AssignmentLine item={item} />
        <SnoozeLine item={item} onSnoozed={onSnoozed} />
        <Link to={`/articles/${item.article.id}?view=inbox`} className="touch text-13 text-link">
          Open the article’s page
        </Link>
      </div>
      {article && <WriteExcerptAction articleId={article.id} isExcerpt={article.savedFromChat === true} />}
    </section>
  );
}

const About = ({ item }: Pick<HeadProps, "item">) => (
  <p className="text-13 font-medium text-soft">
    {KIND_NAMES[item.kind]}
    <span className="font-normal text-faint">
      {" "}
      · {formatChannel(item.article.channelName)}, <RelativeTime at={item.since} />
    </span>
  </p>
);

interface ActionsProps extends Pick<HeadProps, "item" | "change"> {
  onChoose: (choice: InboxChoice) => void;
  onAsk: (choice: InboxChoice) => void;
}

/** On a phone they are within the thumb's reach. */
function Actions({ item, change, onChoose, onAsk }: ActionsProps) {
  const mayDecide = useCan()("change", "inbox");
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:mt-0 max-sm:border-t max-sm:border-rule max-sm:bg-raised max-sm:px-4 max-sm:py-3">
      {mayDecide && <Choices item={item} hasMain onChoose={onChoose} onAsk={onAsk} />}
      {change && (
        <>
          <Button size="small" data-edit aria-keyshortcuts="e" onClick={change.edit}>
            <PenLine className="size-4 sm:hidden" aria-hidden="true" />
            <KeyName name="e" />
            Edit
          </Button>
          <Button size="small" data-merge aria-keyshortcuts="m" onClick={change.merge}>
            <Merge className="size-4 sm:hidden" aria-hidden="true" />
            <KeyName name="m" />
            Merge into…
          </Button>
        </>
      )}
      {item.kind === "page-conflict" && item.page === "changed" && (
        <ImportPageEdits
          articleId={item.article.id}
          publicationId={item.publicationId}
          integrationName={item.integrationName}
        />
      )}
    </div>
  );
}

const NoteField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <input
    className="field-box max-w-md min-w-0 flex-1 basis-60 text-13"
    aria-label="Note with your decision (optional)"
    placeholder="Note with your decision (optional)"
    maxLength={NOTE_CHARACTERS}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);

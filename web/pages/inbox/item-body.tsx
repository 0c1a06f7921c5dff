import { ArrowUpRight } from "lucide-react";
import { lazy, Suspense } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import { useCan } from "../../components/permissions.tsx";
import { formatDay, formatItems, formatMessageTime } from "../../lib/format.ts";
import { PlatformMark } from "../../ui/platform-mark.tsx";
import { ChangedStatement, StatementDifferences } from "../article/statement-differences.tsx";
import { AmbiguousSentences } from "./ambiguous-sentences.tsx";
import { ComparedStatement, StatementText } from "./compared-statement.tsx";
import { toggleSentence, useExcludedSentences } from "./excluded-sentences.ts";
import { PageComparison } from "./page-comparison.tsx";
import { StatementAuthor } from "./statement-author.tsx";

const SentenceForm = lazy(() => import("./sentence-form.tsx"));
const CorrectedSentences = lazy(() => import("./corrected-sentences.tsx"));

type ItemOf<Kind extends InboxItem["kind"]> = Extract<InboxItem, { kind: Kind }>;

/** The information that the decision needs. */
export function ItemBody({ item }: { item: InboxItem }) {
  switch (item.kind) {
    case "conflict":
      return <Conflict item={item} />;
    case "proposal":
      return <Proposal item={item} />;
    case "lost-support":
      return <LostSupport item={item} />;
    case "cut-out":
      return (
        <Suspense fallback={<div className="h-32" />}>
          <SentenceForm item={item} />
        </Suspense>
      );
    case "page-conflict":
      return item.page === "removed" ? (
        <PageLine item={item} says="The page was removed there." />
      ) : (
        <>
          <PageLine item={item} says="People changed the page there." />
          <PageComparison articleId={item.article.id} publicationId={item.publicationId} />
        </>
      );
    case "page-copy":
      return <PageLine item={item} says={`“${item.title}” looks like a copy of this article's page.`} />;
    case "page-comments":
      return (
        <PageLine
          item={item}
          says="The comments are still there, but may no longer be next to the text they refer to."
        />
      );
    case "first-article":
      return (
        <>
          <Unread item={item} />
          <p className="mt-2 text-13 text-faint">
            {formatItems(item.approvals, "article")} of this channel approved so far; after {item.approvalsToTrust} its
            articles are published at once.
          </p>
        </>
      );
    case "draft":
      return <Unread item={item} />;
    case "held":
    case "asked-to-fix":
    case "dismissed":
    case "reported":
    case "review-due":
      return <Summary>{item.summary}</Summary>;
  }
}

/** Enough of an article to judge it by, and the messages that it was written from. */
const Unread = ({ item }: { item: ItemOf<"draft" | "first-article"> }) => {
  const { summary, opening, saidBy } = item;
  return (
    <>
      {item.corrected && (
        <Suspense fallback={<div className="h-40" />}>
          <CorrectedSentences item={item} />
        </Suspense>
      )}
      <Summary>{summary}</Summary>
      {opening && opening !== summary && (
        <p dir="auto" className="mt-1 line-clamp-3 max-w-[75ch] wrap-anywhere text-soft">
          {opening}
        </p>
      )}
      {saidBy && <StatementAuthor saidBy={saidBy} />}
    </>
  );
};

function Conflict({ item }: { item: ItemOf<"conflict"> }) {
  return (
    <div className="mt-3 grid gap-x-8 gap-y-4 border-y border-rule py-4 md:grid-cols-2">
      <ComparedStatement title="The article says" statement={item.known} />
      <ComparedStatement
        title={item.editedAt ? `Its message says since ${formatDay(item.editedAt)}` : "Said later"}
        statement={item.fresh}
      />
    </div>
  );
}

/** Each of several sentences can be accepted alone. */
function Proposal({ item }: { item: ItemOf<"proposal"> }) {
  const left = useExcludedSentences(item);
  const mayDecide = useCan()("change", "inbox");
  return (
    <div className="mt-3 border-t border-rule">
      <StatementDifferences
        found={item}
        {...(mayDecide &&
          item.changes.length > 1 && {
            choice: {
              isTaken: (key: string) => !left.has(key),
              onToggle: (key: string) => toggleSentence(item, key),
            },
          })}
      />
      <AmbiguousSentences sentences={item.changes.flatMap(listAddedSentences)} />
      <StatementAuthor saidBy={item.saidBy} />
    </div>
  );
}

const listAddedSentences = ({ kind, form, after }: ItemOf<"proposal">["changes"][number]) =>
  kind === "added" && form !== "code" && after ? [after.map(({ text }) => text).join("")] : [];

function LostSupport({ item }: { item: ItemOf<"lost-support"> }) {
  return (
    <ul className="mt-3 divide-y divide-rule border-y border-rule">
      {item.statements.map((statement, index) => (
        <li key={index} className="py-3">
          <StatementText statement={statement} />
          <p className="mt-1 text-13 text-soft">{statement.doubt}</p>
          {statement.edits?.map((edit) => (
            <div key={edit.sentAt} className="mt-2">
              <p className="text-13 text-soft">
                <span dir="auto" className="font-semibold">
                  {edit.authorName}
                </span>
                , {formatMessageTime(edit.sentAt)}
                {edit.editedAt && `, edited ${formatMessageTime(edit.editedAt)}`}
              </p>
              <ChangedStatement change={edit} />
            </div>
          ))}
          {statement.newWords && !isWhole(statement.newWords, statement.edits) && (
            <div className="mt-2">
              <p className="text-13 text-soft">With the new words</p>
              {statement.newWords.map((one) => (
                <StatementText key={one.text} statement={one} />
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

type LostSentence = ItemOf<"lost-support">["statements"][number];

/** Whether the new words are all that the message says now, which stands above them. */
const isWhole = (words: { text: string }[], edits: LostSentence["edits"] = []) =>
  edits.length === 1 &&
  lettersOf(words.map(({ text }) => text)) === lettersOf(edits[0]?.after?.map(({ text }) => text) ?? []);

const lettersOf = (texts: string[]) =>
  texts
    .join("")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

function PageLine({ item, says }: { item: ItemOf<"page-conflict" | "page-copy" | "page-comments">; says: string }) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
      <PlatformMark platform={item.platform} />
      <span className="font-medium text-ink">{item.integrationName}</span>
      {says}
      {item.url && !(item.kind === "page-conflict" && item.page === "removed") && (
        <a href={item.url} target="_blank" rel="noopener noreferrer" className="touch text-link">
          Open the page
          <ArrowUpRight className="ml-0.5 inline size-3.5" aria-hidden="true" />
        </a>
      )}
    </p>
  );
}

const Summary = ({ children }: { children: string }) => (
  <p dir="auto" className="mt-2 line-clamp-4 max-w-[70ch] font-serif text-17 text-soft">
    {children}
  </p>
);

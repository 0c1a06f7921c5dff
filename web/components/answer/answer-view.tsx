import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ArticleAnswer, AskResponse, RelatedPage } from "../../../shared/contract/ask.ts";
import {
  CHECK_SOURCE,
  combineVerdicts,
  formatUnreadChannels,
  LIKELY_ANSWER,
  lowerUnverified,
  NOTHING_FOUND,
} from "../../../shared/domain/ask.ts";
import type { StreamedAnswer } from "../../api/answer-stream.ts";
import { reportOpened } from "../../api/ask.ts";
import { describeFreshness } from "../../lib/freshness.ts";
import { RelativeTime } from "../moment.tsx";
import { useCan } from "../permissions.tsx";
import { WikiPageLink } from "../wiki-page-link.tsx";
import { AnswerFeedback } from "./feedback.tsx";
import { LeftOut } from "./left-out.tsx";
import { OpenQuestionNote } from "./open-question-note.tsx";
import { Sentences } from "./sentences.tsx";
import { WikiPages } from "./wiki-pages.tsx";
import { WrittenAnswer } from "./written-answer.tsx";

const HEADINGS: Record<ArticleAnswer["verdict"], string> = {
  answered: "Answer",
  likely: LIKELY_ANSWER,
  near: "Closest answers",
  unknown: NOTHING_FOUND,
};
const ONLY_A_DRAFT = "No reviewed article answers this";
/** Somebody may have explained it: articles or pages have the same words. */
const PERHAPS_EXPLAINED = "No sure answer";

interface AnswerViewProps {
  answer: StreamedAnswer;
  question: string;
  /** The id of the request; null while the answer to the previous question is still shown. */
  asking: string | null;
}

export function AnswerView({ answer, question, asking }: AnswerViewProps) {
  const { sentences, articles, people, isBeingWritten, wiki } = answer;
  const grade = lowerUnverified(answer);
  const verdict = combineVerdicts(grade, wiki);
  const areCited = answer.written?.some(({ passages }) => passages.length > 0) === true;
  const arePagesFirst = !areCited && wiki?.isAnswered === true && answer.verdict !== "answered";
  const onOpenPage = (pageId: string) => asking && reportOpened(asking, { pageId });
  const sourceIds = new Set(sentences.map(({ articleId }) => articleId));
  const sources = articles.filter(({ id }) => sourceIds.has(id));
  return (
    <>
      <h2 className="pt-4 font-serif text-24 font-medium wrap-anywhere">
        {headingOf({ ...answer, verdict })}
        {(verdict === "answered" || verdict === "likely") &&
          grade === verdict &&
          !answer.written &&
          sources.length === 1 && (
            // A general question is often answered by a single case, so the case is named: "Answer for: How do I refund
            // half an order?"
            <span className="text-soft">{` for: ${sources[0]?.title}`}</span>
          )}
      </h2>
      {!isBeingWritten && <Advice verdict={verdict} isOfPages={sentences.length === 0} />}
      {wiki && arePagesFirst && <WikiPages pages={wiki.pages} areSources={false} onOpen={onOpenPage} />}
      <WrittenAnswer answer={answer} />
      <Sentences sentences={sentences} areSources={isBeingWritten || answer.written !== null} />
      {!isBeingWritten && !answer.written && (
        <LeftOut leftOut={answer.leftOut} onOpen={(articleId) => asking && reportOpened(asking, { articleId })} />
      )}
      {verdict !== "answered" && !isBeingWritten && answer.unreviewed && <DraftAnswer {...answer.unreviewed} />}
      {verdict !== "answered" && !isBeingWritten && people.length > 0 && (
        <p className="mt-5">{people.join(", ")} explained this and may know more.</p>
      )}
      {wiki && !arePagesFirst && <WikiPages pages={wiki.pages} areSources={areCited} onOpen={onOpenPage} />}
      <ArticleLinks
        sources={sources}
        others={articles.filter(({ id }) => !sourceIds.has(id))}
        onOpen={(articleId) => asking && reportOpened(asking, { articleId })}
      >
        {asking && <Feedback key={asking} answer={answer} question={question} asking={asking} />}
      </ArticleLinks>
      {verdict !== "answered" && !isBeingWritten && asking && (
        <OpenQuestionNote
          key={asking}
          asking={asking}
          question={question}
          before={answer.isListed ?? !isShown(answer)}
          isUnanswered={!isShown(answer)}
          draft={answer.unreviewed?.articles[0]?.id}
        />
      )}
      {verdict === "unknown" && !isBeingWritten && (
        <Related
          related={answer.related ?? []}
          pages={answer.relatedPages ?? []}
          onOpen={(articleId) => asking && reportOpened(asking, { articleId })}
        />
      )}
      {verdict === "unknown" && !isBeingWritten && <UnreadChannels names={answer.unreadChannels ?? []} />}
    </>
  );
}

/** Says how far to rely on what is shown below; nothing for a sure answer. */
function Advice({ verdict, isOfPages }: { verdict: ArticleAnswer["verdict"]; isOfPages: boolean }) {
  if (verdict === "likely") return <p className="mt-1 text-soft">{CHECK_SOURCE}</p>;
  if (verdict !== "near") return null;
  return (
    <p className="mt-1 text-soft">
      This may not answer your question. Read the {isOfPages ? "page" : "article"} before you rely on it.
    </p>
  );
}

function Feedback({ answer, question, asking }: AnswerViewProps & { asking: string }) {
  const { sentences, wiki, isBeingWritten, vote = null } = answer;
  const isOfPages = sentences.length === 0;
  if (isOfPages && (!wiki?.isAnswered || isBeingWritten)) return null;
  return <AnswerFeedback asking={asking} question={question} before={vote} isOfPages={isOfPages} />;
}

/** The answer may be in a channel that was never read. Only people who may start its analysis are told. */
function UnreadChannels({ names }: { names: string[] }) {
  const mayAnalyze = useCan()("change", "analysis");
  if (names.length === 0 || !mayAnalyze) return null;
  return (
    <p className="mt-6 text-13 text-soft wrap-anywhere">
      {formatUnreadChannels(names)}{" "}
      <Link to="/channels" className="text-link">
        Read channels
      </Link>
    </p>
  );
}

/** The server lists a question by itself only where nothing was shown that may answer it. */
const isShown = ({ sentences, unreviewed }: StreamedAnswer) => sentences.length > 0 || Boolean(unreviewed);

/** A question does not count as unanswered while the model is still writing. */
function headingOf(answer: StreamedAnswer): string {
  const { verdict, isBeingWritten, written, unreviewed, related = [], relatedPages = [] } = answer;
  if (verdict !== "answered" && isBeingWritten)
    return written ? HEADINGS[lowerUnverified({ ...answer, verdict: "answered" })] : "Reading the articles…";
  if (verdict !== "unknown") return HEADINGS[verdict];
  if (unreviewed) return ONLY_A_DRAFT;
  return related.length + relatedPages.length > 0 ? PERHAPS_EXPLAINED : HEADINGS.unknown;
}

/** The answer from a draft, for a person who may review it. */
function DraftAnswer({ sentences, leftOut, articles: [draft] }: NonNullable<AskResponse["unreviewed"]>) {
  if (!draft) return null;
  return (
    <section aria-label="Draft" className="mt-4 rounded-box border border-rule p-4 max-sm:p-3">
      <h3 className="font-medium">A draft may answer this. Nobody has reviewed it yet.</h3>
      <Sentences sentences={sentences} areSources={false} />
      <LeftOut leftOut={leftOut} />
      <p className="mt-4">
        <Link to={`/articles/${draft.id}`} className="text-link">
          Review “{draft.title}”
        </Link>
      </p>
    </section>
  );
}

interface RelatedProps {
  related: NonNullable<ArticleAnswer["related"]>;
  pages: RelatedPage[];
  onOpen: (articleId: string) => void;
}

/** Articles and pages of the wiki to look at where nothing answers the question. */
function Related({ related, pages, onOpen }: RelatedProps) {
  if (related.length + pages.length === 0) return null;
  return (
    <section aria-label="Perhaps related" className="mt-6 border-t border-rule pt-4">
      <h3 className="text-13 font-medium text-soft">Perhaps related</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {related.map((article) => (
          <li key={article.id}>
            <ArticleLink article={article} onOpen={onOpen} />
            {article.isDraft && <span className="text-13 text-faint"> Draft</span>}
          </li>
        ))}
        {pages.map((page) => (
          <li key={page.id}>
            <WikiPageLink page={page} className="text-link" /> <span className="text-13 text-faint">in your wiki</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ArticleLinksProps {
  /** The articles whose sentences the answer shows. */
  sources: ArticleAnswer["articles"];
  others: ArticleAnswer["articles"];
  onOpen: (articleId: string) => void;
  /** Content between the sources and the list of other articles. */
  children: ReactNode;
}

function ArticleLinks({ sources, others, onOpen, children }: ArticleLinksProps) {
  return (
    <>
      {sources.map((article, place) => (
        <p key={article.id} className={`flex flex-wrap items-center gap-x-2 ${place === 0 ? "mt-6" : "mt-1"}`}>
          <span>
            From <ArticleLink article={article} onOpen={onOpen} />
          </span>
          <span className="text-13 text-soft">
            {describeFreshness(article)}
            {article.freshness.isDue && <span className="text-busy"> · due for review</span>}
          </span>
        </p>
      ))}
      {children}
      {others.length > 0 && (
        <section aria-label="Related articles" className="mt-6 border-t border-rule pt-4">
          <h3 className="text-13 font-medium text-soft">Related articles</h3>
          <ul className="mt-2 flex flex-col gap-2">
            {others.map((article) => (
              <li key={article.id}>
                <ArticleLink article={article} onOpen={onOpen} />{" "}
                <span className="text-13 text-faint">
                  <RelativeTime at={article.updatedAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function ArticleLink({
  article,
  onOpen,
}: { article: ArticleAnswer["articles"][number] } & Pick<ArticleLinksProps, "onOpen">) {
  const open = () => onOpen(article.id);
  return (
    <Link to={`/articles/${article.id}`} className="text-link" onClick={open} onAuxClick={open}>
      {article.title}
    </Link>
  );
}

import { Fragment, lazy, type ReactNode, Suspense } from "react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { AnswerCountExplanation } from "../../components/answer-count-explanation.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { describeArticleAudience } from "../../lib/audience.ts";
import { formatChannel, formatItems, formatShare } from "../../lib/format.ts";
import { CONTENT_TYPE_NAMES, DIFFICULTY_NAMES, PRIORITY_NAMES } from "../../lib/names.ts";
import { Badge } from "../../ui/badge.tsx";
import { OwnerChoice } from "./owner-choice.tsx";
import { needsDecision } from "./page-troubles.tsx";
import { PublicationRow } from "./publication-row.tsx";
import { TimesAskedLine } from "./times-asked-line.tsx";

/** Last in the panel, so that loading the history moves nothing. */
const VersionHistory = lazy(() => import("./version-history.tsx"));

const ENGINE_NAMES = { local: "Lorekeep without a language model", llm: "a language model" };

interface DetailsPanelProps {
  article: ArticlePage;
  /** True if the panel was already open when the article was opened. */
  isKept: boolean;
  onClose: () => void;
}

/**
 * Shows the owner and the next review first. Then follow publications, origin, readers, removed secrets and history.
 */
export function DetailsPanel({ article, isKept, onClose }: DetailsPanelProps) {
  return (
    <SidePanel title="Details" closes="Close the details" isKept={isKept} onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-6">
        <Part title="Owner and review">
          <OwnerChoice article={article} />
        </Part>
        <Publications article={article} />
        <About article={article} />
        <Origin article={article} />
        <Part title="Access">
          <p className="text-soft">{describeArticleAudience(article.audience)}</p>
        </Part>
        {article.tags.length + article.keywords.length > 0 && (
          <Part title="Tags and keywords">
            <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
              {article.tags.map((tag) => (
                <li key={tag} className="max-w-full *:block *:max-w-full *:truncate" title={tag}>
                  <Badge>{tag}</Badge>
                </li>
              ))}
            </ul>
            <p className="mt-2 text-13 wrap-anywhere text-faint">{article.keywords.join(" · ")}</p>
          </Part>
        )}
        <Part title="History">
          <Suspense fallback={null}>
            <VersionHistory article={article} />
          </Suspense>
        </Part>
      </div>
    </SidePanel>
  );
}

function Publications({ article }: { article: ArticlePage }) {
  const stands = (article.state ?? "stands") === "stands";
  const settled = article.publications.filter((one) => !needsDecision(one));
  const waiting = article.publications.length - settled.length;
  return (
    <Part title="Published to">
      {article.publications.length === 0 ? (
        <p className="text-soft">
          {stands ? "In the library. No knowledge platform is connected yet." : "In the library only."}
        </p>
      ) : (
        <ul className="divide-y divide-rule">
          {settled.map((publication) => (
            <PublicationRow key={publication.id} articleId={article.id} publication={publication} stands={stands} />
          ))}
        </ul>
      )}
      {waiting > 0 && (
        <p className="text-soft">{formatItems(waiting, "page needs", "pages need")} a decision, above the text.</p>
      )}
    </Part>
  );
}

/** The origin of the article, and the secrets that were removed from it. */
function Origin({ article }: { article: ArticlePage }) {
  return (
    <>
      <Part title="Why this is an article">
        <p className="text-soft">
          Written by {ENGINE_NAMES[article.engine]}, from {formatItems(article.sources.length, "message")}.
        </p>
        <ul className="mt-2 list-disc pl-5 text-soft marker:text-faint">
          {article.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Part>
      {article.redactions.length > 0 && (
        <Part title="Redacted">
          <p className="text-soft">
            {article.redactions.map(({ what, count }) => `${count} × ${what}`).join(", ")}. They are not in the article
            or on any published page.
          </p>
        </Part>
      )}
    </>
  );
}

/** The engine's confidence is only about the engine's own text, so it is hidden if a person wrote sentences. */
const isChangedByHand = ({ summaryStatements, sections }: ArticlePage) =>
  [...summaryStatements, ...sections.flatMap(({ statements }) => statements)].some(({ hand }) => hand);

function About({ article }: { article: ArticlePage }) {
  const facts: [name: string, value: string][] = [
    ["Kind", CONTENT_TYPE_NAMES[article.contentType] + (article.savedFromChat ? ", saved from chat" : "")],
    ["Explained by", article.authorName ?? "Unknown"],
    ["Channel", formatChannel(article.sourceChannel)],
    ["Category", (article.categoryPath ?? [article.category]).join(" / ")],
    ["Difficulty", DIFFICULTY_NAMES[article.difficulty]],
    ["Priority", PRIORITY_NAMES[article.priority]],
    ["Reading time", `${article.estimatedReadTime} min`],
  ];
  if (!isChangedByHand(article)) facts.push(["Confidence", formatShare(article.confidence)]);
  const { questionsAnswered = 0 } = article;
  facts.push(["Answered", questionsAnswered === 0 ? "No question yet" : formatItems(questionsAnswered, "question")]);
  return (
    <Part title="About">
      <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-faint">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
      <TimesAskedLine asked={article.asked} />
      {questionsAnswered > 0 && <AnswerCountExplanation />}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-rule py-4 text-15 first:border-0">
      <h3 className="font-semibold">{title}</h3>
      <div className="mt-2 min-w-0">{children}</div>
    </section>
  );
}

import { ArrowUpRight, Check, LoaderCircle, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { ArticlePage, ArticleSource, Publication } from "../../../shared/contract/articles.ts";
import { useVersionChanges } from "../../api/articles.ts";
import { InlineText } from "../../components/inline-text.tsx";
import { formatChannel } from "../../lib/format.ts";
import { getPlatformName } from "../../lib/platforms.ts";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { ChangedStatement } from "./statement-differences.tsx";
import type { ArticleStatement } from "./statement-runs.ts";

interface DemoEditInvitationProps {
  article: ArticlePage;
  source: ArticleSource;
  onClose: () => void;
}

/**
 * Invites a visitor of the demo to edit one message in the chat. Shows the effect on the article's sentences, the pages
 * and the answer.
 */
export default function DemoEditInvitation({ article, source, onClose }: DemoEditInvitationProps) {
  // The sentences when the invitation was first shown.
  const [before] = useState(() => statementsOn(article, source.id));
  const [firstVersion] = useState(article.version);
  const now = statementsOn(article, source.id);
  const changes = differences(before, now);
  return (
    <section
      aria-label="Try it"
      className="set-column not-printed relative mt-5 rounded-box border border-accent bg-raised p-4 pr-12"
    >
      <Button
        look="quiet"
        size="icon"
        className="absolute top-1 right-1"
        aria-label="Close the invitation"
        onClick={onClose}
      >
        <X className="size-4" aria-hidden="true" />
      </Button>
      {changes.length === 0 ? (
        <Invitation source={source} />
      ) : (
        <Followed article={article} changes={changes} isNewVersion={article.version > firstVersion} />
      )}
    </section>
  );
}

function Invitation({ source }: { source: ArticleSource }) {
  return (
    <>
      <h2 className="text-17 font-semibold">Edit a message and watch this article follow</h2>
      <p className="mt-1 text-soft">
        The marked sentences come from a message of {source.authorName} in {formatChannel(source.channelName)}. Change a
        word of it, save, and come back: the sentences here and on every published page change within seconds.
      </p>
      {source.permalink && (
        <a
          href={source.permalink}
          target="_blank"
          rel="noopener noreferrer"
          className={getButtonClass({ look: "primary", className: "mt-3" })}
        >
          Edit this message
          <ArrowUpRight className="size-4" aria-hidden="true" />
        </a>
      )}
      <output className="mt-3 flex items-center gap-2 text-13 text-faint">
        <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden="true" />
        Waiting for your edit. Nothing to reload.
      </output>
    </>
  );
}

interface FollowedProps {
  article: ArticlePage;
  changes: StatementPair[];
  isNewVersion: boolean;
}

function Followed({ article, changes, isNewVersion }: FollowedProps) {
  return (
    <output className="block">
      <h2 className="text-17 font-semibold">The article followed your edit</h2>
      <ul className="mt-2 flex flex-col gap-2 font-serif text-17">
        {isNewVersion ? <ChangedWords article={article} changes={changes} /> : <WholeSentences changes={changes} />}
      </ul>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-13">
        {article.publications.map((publication) => (
          <Line key={publication.id} isDone={isCurrent(publication)}>
            {isCurrent(publication) ? (
              <Place publication={publication} />
            ) : (
              `Updating ${getPlatformName(publication.platform)}…`
            )}
          </Line>
        ))}
        <Line isDone>
          <Link to={`/ask?q=${encodeURIComponent(article.title)}`} className="text-link">
            Ask about it: the answer says the same
          </Link>
        </Line>
      </ul>
    </output>
  );
}

/** Marks the words that the new version changed. If the changes cannot be loaded, marks whole sentences. */
function ChangedWords({ article, changes }: Pick<FollowedProps, "article" | "changes">) {
  const { data, isError } = useVersionChanges(article.id, article.version);
  if (isError || data?.changes.length === 0) return <WholeSentences changes={changes} />;
  return data?.changes.map((change, index) => (
    <li key={index}>
      <ChangedStatement change={change} />
    </li>
  ));
}

const WholeSentences = ({ changes }: Pick<FollowedProps, "changes">) =>
  changes.map(({ before, after }, index) => (
    <li key={index}>
      {before && (
        <del className="difference-before">
          <Words statement={before} />
        </del>
      )}{" "}
      {after && (
        <ins className="difference-after">
          <Words statement={after} />
        </ins>
      )}
    </li>
  ));

function Place({ publication: { url, platform } }: { publication: Publication }) {
  const text = `${getPlatformName(platform)} page updated`;
  if (!url) return text;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="text-link">
      {text}
      <ArrowUpRight className="ml-0.5 inline size-3.5" aria-label="(opens the page)" />
    </a>
  );
}

function Line({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? Check : LoaderCircle;
  return (
    <li className="flex items-center gap-1.5">
      <Icon className={isDone ? "size-4 text-done" : "size-4 motion-safe:animate-spin"} aria-hidden="true" />
      <span>{children}</span>
    </li>
  );
}

const isCurrent = ({ state, publishedVersion, wantedVersion }: Publication) =>
  state === "published" && publishedVersion === wantedVersion;

const Words = ({ statement: { form, inline, text } }: { statement: ArticleStatement }) =>
  form === "code" ? <code className="inline-code">{text}</code> : <InlineText inline={inline} />;

function statementsOn({ summaryStatements, sections }: ArticlePage, message: string): ArticleStatement[] {
  const all = [...summaryStatements, ...sections.flatMap(({ statements }) => statements)];
  return all.filter(({ sources }) => sources.includes(message));
}

interface StatementPair {
  before: ArticleStatement | undefined;
  after: ArticleStatement | undefined;
}

/** Pairs removed sentences with added ones by position. */
function differences(before: readonly ArticleStatement[], after: readonly ArticleStatement[]): StatementPair[] {
  const without = (some: readonly ArticleStatement[], others: readonly ArticleStatement[]) =>
    some.filter(({ text }) => others.every((other) => other.text !== text));
  const gone = without(before, after);
  const fresh = without(after, before);
  return Array.from({ length: Math.max(gone.length, fresh.length) }, (_, index) => ({
    before: gone[index],
    after: fresh[index],
  }));
}

import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import { Link } from "react-router";
import type { Article } from "../../../shared/contract/articles.ts";
import { WriteExcerptButton } from "../../components/excerpts/write-excerpt.tsx";
import { ArticleAge } from "../../components/moment.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatChannel, formatShare } from "../../lib/format.ts";
import { CONTENT_TYPE_NAMES, DIFFICULTY_NAMES, PRIORITY_NAMES } from "../../lib/names.ts";
import { getPlatformName } from "../../lib/platforms.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type ArticleProps, CONTENT_TYPE_ICONS, SearchedText } from "./article-row.tsx";

const SHOWN_TAGS = 5;
const SHOWN_KEYWORDS = 3;

/** Memoized, so that a card renders again only if one of its own values changes. */
export default memo(function ArticleCard(props: ArticleProps) {
  const { article, isSelected, measure, row, outline } = props;
  return (
    <li
      ref={measure}
      data-index={row}
      data-article={article.id}
      aria-setsize={props.total}
      aria-posinset={props.place}
      className={clsx(
        "group relative flex min-w-0 flex-col rounded-box border bg-raised p-5 transition-colors wrap-anywhere",
        isSelected ? "border-accent outline-1 outline-accent" : "border-rule hover:border-edge",
      )}
      style={{ minHeight: outline }}
    >
      <SelectBox {...props} />
      <div className="flex min-h-5 items-center justify-between gap-3 text-13 text-faint">
        {outline === undefined && (
          <>
            <Kind article={article} />
            <StatusBadge {...article} state={undefined} platforms={article.publishedPlatforms} />
          </>
        )}
      </div>
      <h2 dir="auto" className="mt-2.5 font-serif md:min-h-15 text-24 font-medium">
        <Link
          to={`/articles/${article.id}${props.search}`}
          className="line-clamp-3 group-hover:text-accent after:absolute after:inset-0"
        >
          <SearchedText article={article} part="title" search={props.search} />
        </Link>
      </h2>
      {outline === undefined && <Details {...props} />}
    </li>
  );
});

function Details({ article, isReanalyzing, onReanalyze }: ArticleProps) {
  const moreTags = article.tags.length - SHOWN_TAGS;
  return (
    <>
      <p dir="auto" className="mt-2 line-clamp-3 text-soft md:min-h-[4.5em]">
        {article.summary}
      </p>
      <p className="mt-3 flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 text-13 text-soft">
        <span dir="auto">{article.authorName ?? "Unknown"}</span>
        {article.savedFromChat && <span>Saved from chat</span>}
        <span dir="auto">Source: {formatChannel(article.sourceChannel)}</span>
        <ArticleAge {...article} />
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-3 gap-y-1 border-t border-rule pt-3 text-13 text-faint">
        <Fact name="Category">{article.category}</Fact>
        <Fact name="Difficulty">{DIFFICULTY_NAMES[article.difficulty]}</Fact>
        <Fact name="Priority">
          <span className={article.priority === "critical" ? "font-semibold text-wrong" : undefined}>
            {PRIORITY_NAMES[article.priority]} priority
          </span>
        </Fact>
        <Fact name="Confidence">{formatShare(article.confidence)} confidence</Fact>
        <Fact name="Reading time">{article.estimatedReadTime} min</Fact>
      </dl>
      {article.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-1.5">
          {article.tags.slice(0, SHOWN_TAGS).map((tag) => (
            <li key={tag} className="max-w-full *:block *:max-w-full *:truncate" title={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
          {moreTags > 0 && <li className="px-1 text-12 text-faint">+{moreTags} more</li>}
        </ul>
      )}
      {article.keywords.length > 0 && (
        <p dir="auto" className="mt-2 text-13 text-faint" data-keywords>
          {article.keywords.slice(0, SHOWN_KEYWORDS).join(" · ")}
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-4 text-13 text-soft">
        <p>
          {article.publishedPlatforms.length > 0 &&
            `${article.inReview ? "In review for" : "Published to"} ${article.publishedPlatforms.map(getPlatformName).join(", ")}`}
        </p>
        <Permitted change="articles">
          {article.savedFromChat && <WriteExcerptButton articleId={article.id} />}
          <Button
            size="small"
            className="relative ml-auto"
            disabled={isReanalyzing}
            onClick={() => onReanalyze(article.id)}
          >
            Re-analyze
          </Button>
        </Permitted>
      </div>
    </>
  );
}

/** The content type, by which readers choose first. */
function Kind({ article }: { article: Article }) {
  const Icon = CONTENT_TYPE_ICONS[article.contentType] ?? CONTENT_TYPE_ICONS.documentation;
  return (
    <span className="flex items-center gap-1.5">
      <Icon className="size-4 text-faint" aria-hidden="true" />
      {CONTENT_TYPE_NAMES[article.contentType]}
    </span>
  );
}

/**
 * The tick box in the card's corner. Visible while the pointer or the focus is on the card, and always on touch
 * screens.
 */
function SelectBox({ article, isSelected, onSelect }: ArticleProps) {
  return (
    <label
      className={clsx(
        "absolute -top-3 -left-3 z-10 grid size-8 cursor-pointer pointer-coarse:-top-4.5 pointer-coarse:-left-4.5 pointer-coarse:size-11 place-items-center transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 in-data-selecting:opacity-100 [@media(hover:none)]:opacity-100",
        !isSelected && "opacity-0",
      )}
    >
      <input
        type="checkbox"
        className="size-5 cursor-pointer accent-accent"
        aria-label={`Select “${article.title}”`}
        checked={isSelected}
        onChange={(event) => onSelect(article.id, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}

/**
 * A value with its name. The name is for screen readers, because the layout shows sighted readers what the value means.
 */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="sr-only">{name}</dt>
      <dd className="flex items-center gap-1.5">{children}</dd>
    </div>
  );
}

import { clsx } from "clsx";
import {
  CircleQuestionMark,
  FileText,
  GraduationCap,
  Lightbulb,
  ListOrdered,
  type LucideIcon,
  Wrench,
} from "lucide-react";
import { type ComponentProps, lazy, memo, Suspense } from "react";
import { Link } from "react-router";
import type { Article } from "../../../shared/contract/articles.ts";
import type { ContentType } from "../../../shared/domain/facets.ts";
import { useUser } from "../../api/account.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatChannel } from "../../lib/format.ts";
import { CONTENT_TYPE_NAMES, formatName } from "../../lib/names.ts";

const FoundWords = lazy(() => import("../../components/found-words.tsx"));

/** The code that marks the searched words is loaded only for a search. */
export function SearchedText(props: ComponentProps<typeof FoundWords>) {
  const text = props.article[props.part];
  if (!props.search.includes("keywords=")) return text;
  return (
    <Suspense fallback={text}>
      <FoundWords {...props} />
    </Suspense>
  );
}

export const CONTENT_TYPE_ICONS: Record<ContentType, LucideIcon> = {
  tutorial: GraduationCap,
  troubleshooting: Wrench,
  explanation: Lightbulb,
  faq: CircleQuestionMark,
  howto: ListOrdered,
  documentation: FileText,
};

export interface ArticleProps {
  article: Article;
  /** The list's filters. The article's page uses them to find the next article. */
  search: string;
  /**
   * The article's position from 1 in a list of `total`. Screen readers need it, because only a part of the list is
   * rendered.
   */
  place: number;
  total: number;
  isSelected: boolean;
  onSelect: (id: string, isRange: boolean) => void;
  onReanalyze: (id: string) => void;
  isReanalyzing: boolean;
  /** The height in px of a row that shows only its title after a jump. The row renders completely a moment later. */
  outline?: number | undefined;
  measure?: (card: HTMLLIElement | null) => void;
  row?: number;
}

/** The columns of the list on a wide screen: selection, title, explanation, owner, freshness and status. */
const COLUMNS = "lg:grid-cols-[1.75rem_minmax(0,1fr)_12rem_7rem_9rem_7.5rem]";

/** Names the columns for the eye. A screen reader hears what each entry says of itself. */
export const ColumnHeads = () => (
  <div
    aria-hidden="true"
    className={clsx("mt-4 hidden gap-x-3 border-b border-rule pb-1.5 text-12 text-faint lg:grid", COLUMNS)}
  >
    <span className="col-start-2">Article</span>
    <span>Explained by</span>
    <span>Owner</span>
    <span>Freshness</span>
    <span>Status</span>
  </div>
);

/** An article in one or two lines, with the facts by which readers choose. */
export const ArticleRow = memo(function ArticleRow(props: ArticleProps) {
  const { article, isSelected, onSelect, measure, row, search } = props;
  const TypeIcon = CONTENT_TYPE_ICONS[article.contentType] ?? CONTENT_TYPE_ICONS.documentation;
  return (
    <li
      ref={measure}
      data-index={row}
      data-article={article.id}
      aria-setsize={props.total}
      aria-posinset={props.place}
      className={clsx(
        "group relative grid min-h-14 grid-cols-[1.75rem_minmax(0,1fr)] items-center gap-x-3 border-b border-rule py-2 wrap-anywhere",
        COLUMNS,
        isSelected ? "bg-sunken" : "hover:bg-raised",
      )}
    >
      <input
        type="checkbox"
        className="relative z-10 size-4.5 cursor-pointer justify-self-center accent-accent"
        aria-label={`Select “${article.title}”`}
        checked={isSelected}
        onChange={(event) => onSelect(article.id, (event.nativeEvent as MouseEvent).shiftKey)}
      />
      <div className="min-w-0">
        <h2 dir="auto" className="font-serif text-17 font-medium">
          <Link
            to={`/articles/${article.id}${search}`}
            className="group-hover:text-accent after:absolute after:inset-0"
          >
            <SearchedText article={article} part="title" search={search} />
          </Link>
        </h2>
        <p dir="auto" className="truncate text-13 text-faint">
          {isCategoryNews(article) && <span className="text-soft">{article.category} · </span>}
          <SearchedText article={article} part="summary" search={search} />
        </p>
      </div>
      <div className="contents text-13 text-soft max-lg:col-start-2 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-3">
        <span className="flex min-w-0 items-center gap-1.5">
          <TypeIcon className="size-4 shrink-0 text-faint" aria-hidden="true" />
          <span className="sr-only">{CONTENT_TYPE_NAMES[article.contentType]}</span>
          <span dir="auto" className="truncate">
            {article.authorName ?? "Unknown"}, {formatChannel(article.sourceChannel)}
          </span>
        </span>
        <Owner name={article.ownerName} />
        <Freshness article={article} />
        <span className={isAsUsual(article) ? "max-md:hidden" : undefined}>
          <StatusBadge {...article} state={undefined} platforms={article.publishedPlatforms} />
        </span>
      </div>
    </li>
  );
});

/** Without other rules an article's category is its channel's name, which the row says anyway. */
const isCategoryNews = ({ category, sourceChannel }: Article) =>
  category !== undefined && category.toLowerCase() !== sourceChannel.toLowerCase();

/** True for the most frequent state. A phone shows only other states. */
const isAsUsual = ({ status, publishedTo, inReview }: Article) => status === "published" && !publishedTo && !inReview;

/** Names the owner. A phone names only other people, because the reader's own name on every row says nothing. */
function Owner({ name }: { name: string | undefined }) {
  const { data: user } = useUser();
  const isMine = user !== undefined && name === formatName(user);
  return (
    <span
      dir="auto"
      className={clsx("truncate max-lg:empty:hidden", isMine && "text-faint max-lg:hidden")}
      title={name && "Owner"}
    >
      {isMine ? "You" : name}
    </span>
  );
}

const UNREAD: readonly string[] = ["draft", "held"];

/** Whether somebody verified the article, and whether its text changed since then. */
function Freshness({ article: { status, confirmedAt, updatedAt } }: Pick<ArticleProps, "article">) {
  if (confirmedAt === undefined && !UNREAD.includes(status))
    return <span className="text-faint">Not yet verified</span>;
  const isVerified = confirmedAt !== undefined && confirmedAt >= updatedAt;
  const word = isVerified ? "Verified" : confirmedAt ? "Changed" : "Written";
  return (
    <span className={isVerified ? "text-done" : "text-faint"}>
      {word} <RelativeTime at={isVerified ? confirmedAt : updatedAt} />
    </span>
  );
}

import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleX,
  LibraryBig,
  type LucideIcon,
  PencilLine,
} from "lucide-react";
import type { ArticlePage } from "../../shared/contract/articles.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

const STATUSES: Record<string, { tone: BadgeTone; label: string; Icon: LucideIcon }> = {
  published: { tone: "done", label: "Published", Icon: CircleCheck },
  processing: { tone: "busy", label: "Processing", Icon: CircleDashed },
  draft: { tone: "neutral", label: "Draft", Icon: PencilLine },
  held: { tone: "neutral", label: "Held back", Icon: CirclePause },
  library: { tone: "neutral", label: "Library only", Icon: LibraryBig },
  failed: { tone: "wrong", label: "Failed", Icon: CircleX },
};

export const STATUS_NAMES = Object.entries(STATUSES).map(([status, { label }]) => [status, label] as const);

/** The page waits for review on its platform. It appears there only after somebody accepts it. */
const IN_REVIEW = { tone: "busy" as const, label: "In review", Icon: CircleDashed };

/** 'Published to 2 of 3': the article could not be published on one target. */
export const formatPublishedPart = ({ count, of }: PublishedTo) => ({
  tone: "busy" as const,
  label: `Published to ${count} of ${of}`,
  Icon: CircleAlert,
});

/**
 * The article is visible in the library and has no page on a platform. Either no platform is connected, or the article
 * is not published yet.
 */
const IN_LIBRARY = { tone: "done" as const, label: "In the library", Icon: LibraryBig };

type PublishedTo = NonNullable<ArticlePage["publishedTo"]>;
type State = NonNullable<ArticlePage["state"]>;

/** Labels for states in which an article is not published. They replace the label for the state of its pages. */
const STATES: Record<Exclude<State, "stands">, string> = {
  held: "Held back",
  "library-only": "Library only",
  review: "Draft",
  draft: "Draft",
  dismissed: "Withdrawn",
  withdrawn: "Withdrawn",
  merged: "Merged",
  trashed: "In the trash",
};

interface StatusBadgeProps {
  status: string;
  state?: State | undefined;
  /** The platforms with pages of the article. Missing if the platforms are unknown. */
  platforms?: readonly string[];
  inReview?: boolean | undefined;
  publishedTo?: PublishedTo | undefined;
}

/** The state of an article. An unknown state is shown unchanged in neutral colors. */
export function StatusBadge({ status, state = "stands", platforms, inReview, publishedTo }: StatusBadgeProps) {
  const { tone, label, Icon } =
    state === "stands"
      ? publishedTo && status === "published"
        ? formatPublishedPart(publishedTo)
        : ofShown(status, platforms, inReview)
      : { tone: "neutral" as const, label: STATES[state], Icon: CirclePause };
  return (
    <Badge tone={tone}>
      <Icon className="size-3.5" aria-hidden="true" />
      {label}
    </Badge>
  );
}

function ofShown(status: string, platforms: readonly string[] | undefined, inReview = false) {
  if (status === "published" && inReview) return IN_REVIEW;
  if (status === "published" && platforms?.length === 0) return IN_LIBRARY;
  return STATUSES[status] ?? { tone: "neutral" as const, label: status, Icon: CircleHelp };
}

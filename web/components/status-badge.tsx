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

/** A platform is asked to take it in, and no page of it is there before somebody does. */
const IN_REVIEW = { tone: "busy" as const, label: "In review", Icon: CircleDashed };

/** 'Published to 2 of 3': one of its places is broken. */
export const inPart = ({ count, of }: PublishedTo) => ({
  tone: "busy" as const,
  label: `Published to ${count} of ${of}`,
  Icon: CircleAlert,
});

/** It is shown, and no platform has a page of it: none is connected, or not yet. */
const IN_LIBRARY = { tone: "done" as const, label: "In the library", Icon: LibraryBig };

type PublishedTo = NonNullable<ArticlePage["publishedTo"]>;
type State = NonNullable<ArticlePage["state"]>;

/** What an article is that is not simply shown: it is published nowhere, whatever its pages say of it. */
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
  /** Where its pages are; absent: somewhere. */
  platforms?: readonly string[];
  inReview?: boolean | undefined;
  publishedTo?: PublishedTo | undefined;
}

/** The state of an article; a state we do not know is shown as it is, in neutral. */
export function StatusBadge({ status, state = "stands", platforms, inReview, publishedTo }: StatusBadgeProps) {
  const { tone, label, Icon } =
    state === "stands"
      ? publishedTo && status === "published"
        ? inPart(publishedTo)
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

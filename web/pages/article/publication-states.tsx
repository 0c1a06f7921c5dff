import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Publication } from "../../../shared/contract/articles.ts";
import type { PublicationChoice } from "../../api/articles.ts";
import { formatMessageTime } from "../../lib/format.ts";
import type { Toast } from "../../lib/toast-store.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

const STATES: Record<Publication["state"], { label: string; tone: BadgeTone; choices: [PublicationChoice, string][] }> =
  {
    queued: { label: "Waiting", tone: "busy", choices: [] },
    "in-flight": { label: "Publishing", tone: "busy", choices: [] },
    published: { label: "Published", tone: "done", choices: [] },
    parked: { label: "Not published", tone: "wrong", choices: [["retry", "Try again"]] },
    conflict: {
      label: "Changed by a person",
      tone: "wrong",
      choices: [
        ["retry", "Try to keep both"],
        ["replace", "Use article’s words"],
      ],
    },
    removed: {
      label: "Page removed",
      tone: "wrong",
      choices: [
        ["retry", "Check again"],
        ["recreate", "Publish it again"],
        ["leave", "Leave it removed"],
        ["forget", "Never publish it here"],
      ],
    },
    forgotten: { label: "Not published here", tone: "neutral", choices: [["recreate", "Publish it again"]] },
    held: { label: "Held back", tone: "neutral", choices: [] },
  };

const IN_REVIEW = { label: "In review", tone: "busy", choices: [] } as const;
const NOT_TAKEN_IN: (typeof STATES)[Publication["state"]] = {
  label: "Request closed",
  tone: "wrong",
  choices: [["retry", "Ask again"]],
};

/** The state of a page that is about to be written and has had no failure. */
const UPDATING = { label: "Updating…", tone: "busy", choices: [] } as const;

/** Chooses the state to show. A running review is shown instead of the published state. */
export function chooseShownState({ state, review, trouble, publishedVersion, editedAt, integrationName }: Publication) {
  if (state === "conflict" && editedAt)
    return { ...STATES.conflict, label: `Changed in ${integrationName}, ${formatMessageTime(editedAt)}` };
  if (state === "queued" && !trouble && publishedVersion !== null) return UPDATING;
  if (state !== "published" || !review) return STATES[state];
  if (review.state === "closed") return NOT_TAKEN_IN;
  return review.isNew ? IN_REVIEW : STATES[state];
}

export const WITHDRAWN_BADGE = { label: "Withdrawn", tone: "neutral" } as const;

/** Advice about what a person can do. The server's sentence says what happened. */
export const STATE_ADVICE: Partial<Record<Publication["state"], ReactNode>> = {
  parked: (
    <>
      Fix this, then retry:{" "}
      <Link to="/configuration" className="text-link">
        check the integration
      </Link>
      . The article is kept here.
    </>
  ),
  conflict: "Use the page’s words in the article, the article’s words on the page, or try to keep both.",
  removed: "Publishing again creates a new page, or updates a restored one.",
};

const onItsWay = (place: string) => ({ title: "Publishing", text: `${place} is updated now.` });
export const CHOICE_TOASTS: Record<PublicationChoice, (place: string) => Toast> = {
  retry: onItsWay,
  replace: onItsWay,
  recreate: onItsWay,
  leave: (place) => ({ title: "Page stays removed", text: `No new page is created in ${place}.` }),
  forget: (place) => ({ title: "Not published there", text: `This article is no longer published to ${place}.` }),
};

/** Describes the version: 'version 2', or 'version 1 of 2' while the newer version is being published. */
export function formatVersion({ publishedVersion, wantedVersion }: Publication): string {
  if (publishedVersion === null) return "nothing published yet";
  return publishedVersion < wantedVersion
    ? `version ${publishedVersion} of ${wantedVersion}`
    : `version ${publishedVersion}`;
}

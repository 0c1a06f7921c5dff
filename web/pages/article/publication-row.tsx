import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Publication } from "../../../shared/contract/articles.ts";
import { type PublicationChoice, useDecideHeldArticle, useRetryPublication } from "../../api/articles.ts";
import { ApiError } from "../../api/client.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Permitted, useCan } from "../../components/permissions.tsx";
import { handleResult } from "../../lib/handle-result.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { PlatformMark } from "../../ui/platform-mark.tsx";
import { ImportPageEdits } from "./import-page-edits.tsx";
import {
  CHOICE_TOASTS,
  chooseShownState,
  formatVersion,
  STATE_ADVICE,
  WITHDRAWN_BADGE,
} from "./publication-states.tsx";

interface PublicationRowProps {
  articleId: string;
  publication: Publication;
  /** False if the article is no longer published. Its pages then only say that it was withdrawn. */
  stands: boolean;
}

export function PublicationRow({ articleId, publication, stands }: PublicationRowProps) {
  const mayChange = useCan()("change", "articles");
  const { label, tone } =
    publication.state === "published" && !stands ? WITHDRAWN_BADGE : chooseShownState(publication);
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PlatformMark platform={publication.platform} />
        <span className="font-medium">{publication.integrationName}</span>
        <Badge tone={tone}>{label}</Badge>
        {publication.url && !publication.review?.isNew && <OpenLink href={publication.url}>Open the page</OpenLink>}
        {publication.review && <OpenLink href={publication.review.url}>Open the request</OpenLink>}
        <span className="basis-full text-13 text-faint">
          {formatVersion(publication)}, <RelativeTime at={publication.updatedAt} />
          {publication.lookedAt && publication.lookedAt >= publication.updatedAt && (
            <>
              {" "}
              · Looked at <RelativeTime at={publication.lookedAt} />
            </>
          )}
        </span>
      </div>
      <Notice articleId={articleId} publication={publication} stands={stands} />
      <ReviewLine publication={publication} />
      {publication.trouble && <p className="wrap-anywhere text-soft">{publication.trouble}</p>}
      {/* Hidden on a phone during a conflict, so that the article is visible. The dialogs of the choices repeat this
          advice. */}
      {STATE_ADVICE[publication.state] && (
        <p className={`not-printed text-13 text-faint ${publication.state === "conflict" ? "max-sm:hidden" : ""}`}>
          {STATE_ADVICE[publication.state]}
        </p>
      )}
      {publication.nextAttemptAt && publication.state !== "published" && publication.trouble && (
        <p className="text-13 text-faint">
          Next attempt <RelativeTime at={publication.nextAttemptAt} as="minute" />
        </p>
      )}
      {mayChange && <Choices articleId={articleId} publication={publication} stands={stands} />}
    </li>
  );
}

function OpenLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="touch text-link ml-auto text-13">
      {children}
      <ArrowUpRight className="ml-0.5 inline size-3.5" aria-hidden="true" />
    </a>
  );
}

function ReviewLine({ publication: { state, review } }: Pick<PublicationRowProps, "publication">) {
  if (state !== "published" || !review) return null;
  if (review.state === "closed")
    return (
      <p className="text-soft">
        The request was closed without merging. It is not opened again until the article changes, or you ask for it.
      </p>
    );
  return (
    <p className="text-13 text-faint">
      {review.isNew ? "The page is there once somebody merges the request." : "Its newest change waits to be merged."}
    </p>
  );
}

/** Shows the buttons for a page that needs a person's decision. */
function Choices({ articleId, publication, stands }: PublicationRowProps) {
  const retry = useRetryPublication(articleId);
  const { choices } = chooseShownState(publication);
  const canTakeOver =
    stands && !publication.review?.isNew && (publication.state === "published" || publication.state === "conflict");
  const choose = (choice: PublicationChoice) =>
    handleResult(
      retry.mutateAsync({ publicationId: publication.id, choice }),
      () => showToast(CHOICE_TOASTS[choice](publication.integrationName)),
      (error) =>
        showToast({
          title: "Not sent",
          text: (error instanceof ApiError && error.said) || "The publication stays as it was. Please try again.",
          tone: "destructive",
        }),
    );
  if (choices.length === 0 && !canTakeOver) return null;
  return (
    <div className="not-printed flex flex-wrap gap-2">
      {canTakeOver && (
        <ImportPageEdits
          articleId={articleId}
          publicationId={publication.id}
          integrationName={publication.integrationName}
        />
      )}
      {choices.map(([choice, text]) =>
        choice === "replace" ? (
          <ConfirmButton
            key={choice}
            title="Use the article’s words on the page?"
            text={`Where people and the article changed the same part of the page in ${publication.integrationName}, their words are lost. Everything else they wrote stays.`}
            confirm={text}
            onConfirm={() => choose(choice)}
          >
            <Button size="small" disabled={retry.isPending}>
              {text}
            </Button>
          </ConfirmButton>
        ) : (
          <Button key={choice} size="small" disabled={retry.isPending} onClick={() => choose(choice)}>
            {text}
          </Button>
        ),
      )}
    </div>
  );
}

function Notice({ articleId, publication: { notice, state }, stands }: PublicationRowProps) {
  return (
    <>
      {notice && <p className="wrap-anywhere text-soft">{notice}</p>}
      {state === "held" && stands && (
        <Permitted change="inbox">
          <PublishAnyway articleId={articleId} />
        </Permitted>
      )}
    </>
  );
}

/** Publishes the article despite the hold. The decision applies to every platform. */
function PublishAnyway({ articleId }: { articleId: string }) {
  const decide = useDecideHeldArticle(articleId);
  const publish = () =>
    decide.mutate(
      { choice: "show", wholeChannel: false },
      {
        onSuccess: () => showToast({ title: "Published", text: "Its pages are being updated." }),
        onError: () =>
          showToast({ title: "Not published", text: "Nothing changed. Please try again.", tone: "destructive" }),
      },
    );
  return (
    <div className="not-printed">
      <ConfirmButton
        title="Publish it anyway?"
        text="Everybody who reads the platforms where your articles are published can then read this article, although it comes from a private channel."
        confirm="Publish anyway"
        onConfirm={publish}
      >
        <Button size="small" disabled={decide.isPending}>
          Publish anyway
        </Button>
      </ConfirmButton>
    </div>
  );
}

import { ArrowUpRight } from "lucide-react";
import type { Publication } from "../../../shared/contract/articles.ts";
import { type PublicationChoice, useRetryPublication } from "../../api/articles.ts";
import { Moment } from "../../components/moment.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { PlatformMark } from "../../ui/platform-mark.tsx";
import { showToast } from "../../ui/toast-store.ts";

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
        ["retry", "Try to merge again"],
        ["replace", "Replace their page"],
      ],
    },
    removed: {
      label: "Removed there",
      tone: "wrong",
      choices: [
        ["recreate", "Publish it again"],
        ["leave", "Leave it removed"],
        ["forget", "Never publish it here"],
      ],
    },
    forgotten: { label: "Not published here", tone: "neutral", choices: [["recreate", "Publish it again"]] },
  };

export function PublicationRow({ articleId, publication }: { articleId: string; publication: Publication }) {
  const retry = useRetryPublication(articleId);
  const { label, tone, choices } = STATES[publication.state];
  const choose = (choice: PublicationChoice) =>
    retry.mutate(
      { publicationId: publication.id, choice },
      {
        onSuccess: () => showToast({ title: "On its way", text: `${publication.integrationName} is told at once.` }),
        onError: () =>
          showToast({
            title: "Not sent",
            text: "The publication stays as it was. Please try again.",
            tone: "destructive",
          }),
      },
    );
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PlatformMark platform={publication.platform} />
        <span className="font-medium">{publication.integrationName}</span>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-13 text-faint">
          {publication.publishedVersion === null ? "nothing there yet" : `version ${publication.publishedVersion}`},{" "}
          <Moment at={publication.updatedAt} />
        </span>
        {publication.url && (
          <a href={publication.url} target="_blank" rel="noopener noreferrer" className="text-link ml-auto text-13">
            Open the page
            <ArrowUpRight className="ml-0.5 inline size-3.5" aria-hidden="true" />
          </a>
        )}
      </div>
      {publication.notice && <p className="text-soft">{publication.notice}</p>}
      {publication.trouble && <p className="text-soft">{publication.trouble}</p>}
      {publication.nextAttemptAt && publication.state !== "published" && (
        <p className="text-13 text-faint">
          Next attempt <Moment at={publication.nextAttemptAt} as="minute" />
        </p>
      )}
      {choices.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {choices.map(([choice, text]) =>
            choice === "replace" ? (
              <ConfirmDialog
                key={choice}
                title="Replace their page?"
                text={`What people changed on the page in ${publication.integrationName} is lost.`}
                confirm={text}
                onConfirm={() => choose(choice)}
              >
                <Button size="small" disabled={retry.isPending}>
                  {text}
                </Button>
              </ConfirmDialog>
            ) : (
              <Button key={choice} size="small" disabled={retry.isPending} onClick={() => choose(choice)}>
                {text}
              </Button>
            ),
          )}
        </div>
      )}
    </li>
  );
}

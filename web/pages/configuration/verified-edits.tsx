import { useId } from "react";
import type { VerifiedEdits as Edits, ReviewSettings } from "../../../shared/domain/inbox.ts";
import { useReviewSettings, useSaveReviewSettings } from "../../api/inbox.ts";
import { PermittedForm } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { RadioRow } from "../../ui/radio-row.tsx";

const CHOICES: [Edits, string, string][] = [
  ["update", "Update the page at once", "The article and its pages say what the message says now."],
  [
    "ask",
    "Ask first",
    "The edit waits in the inbox, with the old and the new words. Until somebody decides, the article and its pages stay as they are.",
  ],
];

/** Whether edits in the chat change verified articles at once. */
export function VerifiedEdits() {
  const group = useId();
  const choose = useChooseReview("It holds for new edits.");
  return (
    <Section title="Edited Messages">
      <PermittedForm change="review-rules">
        <QueryView query={useReviewSettings()} loading={<div className="late skeleton mt-4 h-24" />}>
          {(review) => (
            <fieldset className="max-w-[70ch] py-4">
              <legend className="float-left mb-2 w-full font-medium">
                When a message behind a verified article is edited
              </legend>
              {CHOICES.map(([verifiedEdits, label, effect]) => (
                <RadioRow
                  key={verifiedEdits}
                  {...{ group, label, effect }}
                  isChosen={review.verifiedEdits === verifiedEdits}
                  onChoose={() => choose({ ...review, verifiedEdits })}
                />
              ))}
              <p className="mt-2 text-soft">Words of a deleted message leave articles and pages at once.</p>
            </fieldset>
          )}
        </QueryView>
      </PermittedForm>
    </Section>
  );
}

/** Saves at once, and offers to undo it. */
export function useChooseReview(effect: string) {
  const save = useSaveReviewSettings();
  const saved = useReviewSettings().data;
  const choose = (review: ReviewSettings, before = saved) =>
    save.mutate(review, {
      onSuccess: () =>
        showToast({
          title: "Saved",
          text: effect,
          ...(before && { action: { label: "Undo", run: () => choose(before) } }),
        }),
      onError: () =>
        showToast({ title: "Not saved", text: "The setting was not changed. Please try again.", tone: "destructive" }),
    });
  return choose;
}

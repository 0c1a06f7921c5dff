import { useMutation, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import { ApiError } from "../../api/client.ts";
import { decideAll } from "../../api/inbox.ts";
import { useCan } from "../../components/permissions.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { ComparedStatement } from "./compared-statement.tsx";
import { rememberDecision } from "./decisions.ts";
import { type CorrectionChoice, storeCorrectionChoice, useCorrectionChoice } from "./excluded-sentences.ts";

type UnreadItem = Extract<InboxItem, { kind: "draft" | "first-article" }>;
type SentenceCorrection = NonNullable<UnreadItem["corrected"]>[number];

/** The sentences of a draft that later messages correct, with what was said later and a choice for each. */
export default function CorrectedSentences({ item }: { item: UnreadItem }) {
  return item.corrected?.map((one) => <CorrectedSentence key={one.key} item={item} corrected={one} />);
}

function CorrectedSentence({ item, corrected }: { item: UnreadItem; corrected: SentenceCorrection }) {
  const { key, statement, doubt, by } = corrected;
  const choice = useCorrectionChoice(item.id, corrected);
  const unmark = useUnmarkSentence(item, key);
  const mayDecide = useCan()("change", "inbox");
  return (
    <div className="mt-3 border-y border-rule py-4 [&+&]:mt-0 [&+&]:border-t-0">
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <div
          className={clsx(
            "min-w-0",
            choice === "leave" && "[&_.font-serif]:line-through [&_.font-serif]:decoration-busy",
          )}
        >
          <ComparedStatement title={doubt} statement={statement} />
        </div>
        <div className="min-w-0">
          {by.map((one, place) => (
            <ComparedStatement key={one.text} title={place === 0 ? "Said later" : ""} statement={one} />
          ))}
        </div>
      </div>
      {mayDecide && (
        <fieldset className="mt-3 flex flex-wrap items-center gap-2">
          <legend className="sr-only">What happens to the corrected sentence</legend>
          {CHOICES.map(({ value, name }) => (
            <Button
              key={value}
              size="small"
              aria-pressed={choice === value}
              className="aria-pressed:bg-sunken aria-pressed:text-accent"
              onClick={() => storeCorrectionChoice(item.id, [key], value)}
            >
              {name}
            </Button>
          ))}
          <Button size="small" disabled={unmark.isPending} onClick={() => unmark.mutate()}>
            Not about this sentence
          </Button>
          <span className="text-13 text-faint">{choice ? EFFECTS[choice] : "Not decided yet"}</span>
        </fieldset>
      )}
    </div>
  );
}

/** Ends the suspicion at once: the draft keeps its text and still waits. */
function useUnmarkSentence({ id, article }: UnreadItem, key: string) {
  const queryClient = useQueryClient();
  const fail = (text: string) => showToast({ title: "The warning stays", text, tone: "destructive" });
  return useMutation({
    mutationFn: () => decideAll([{ id, choice: "not-corrected", sentences: { taken: [key], left: [] } }]),
    onSuccess: ({ results: [result] }) => {
      if (result?.undo) rememberDecision(queryClient, { id: result.undo.id, item: { id, article } }, "Warning removed");
      else fail(result?.message ?? "");
    },
    onError: (error) => fail(error instanceof ApiError ? error.explanation : "The server did not answer."),
    onSettled: () =>
      Promise.all(["/api/inbox", "/api/articles"].map((root) => queryClient.invalidateQueries({ queryKey: [root] }))),
  });
}

const CHOICES: { value: CorrectionChoice; name: string }[] = [
  { value: "leave", name: "Leave it out" },
  { value: "keep", name: "Keep both" },
];
const EFFECTS: Record<CorrectionChoice, string> = {
  leave: "Left out when you approve",
  keep: "Both stay, without the doubt",
};

import { useQueryClient } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import type { WikiFinding } from "../../../shared/contract/wiki-findings.ts";
import type { WikiRepair } from "../../../shared/contract/wiki-repairs.ts";
import { toFindingItemId } from "../../../shared/domain/inbox.ts";
import { useDecideFinding, useUpdatePage } from "../../api/wiki-findings.ts";
import { useWikiFindings, useWikiRepairs } from "../../api/wiki-reads.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { useCan } from "../../components/permissions.tsx";
import { AssignmentLine } from "./assignment-line.tsx";
import { ChoiceButton } from "./choice-button.tsx";
import { rememberDecision } from "./decisions.ts";
import { useInboxPart } from "./listed-items.ts";
import { SnoozeLine } from "./snooze-line.tsx";

const UpdatePageForm = lazy(() => import("./update-page-form.tsx"));

const NAMES: Record<WikiFinding["choices"][number], string> = {
  "page-is-right": "The page is right",
  ignore: "Ignore",
  "own-article": "Write an article instead",
};

/** The choices about a finding, the change of the page that one of them offers, and how far it is. */
export function FindingDecision({ finding }: { finding: WikiFinding }) {
  const mayWrite = useCan()("change", "articles") && (finding.update ?? finding.comment) !== null;
  const repair = useWikiRepairs().data?.find(({ findingId }) => findingId === finding.id);
  const [isOpen, setOpen] = useState(false);
  const order = useUpdatePage();
  const place = useRef<HTMLDivElement>(null);
  const isFailed = repair && ["changed", "refused", "declined"].includes(repair.state);
  const isReadAgain = repair?.state === "changed" && repair.version === (finding.update ?? finding.comment)?.version;
  // The page is read again within moments, and nothing announces it.
  useWikiFindings(useInboxPart(), true, isReadAgain);
  if (repair?.state === "waiting")
    return <Progress>{repair.way === "comment" ? "Leaving the comment..." : "Writing to the page..."}</Progress>;
  if (repair?.state === "in-review")
    return <output className="mt-4 block text-soft">The change waits for its reviewers.</output>;
  if (repair?.canUndo)
    return (
      <output className="mt-4 block text-done">
        {repair.way === "comment" ? "The comment is on the page." : "The page is updated."}
      </output>
    );
  if (isReadAgain)
    return <Progress>Somebody edited the page meanwhile. Nothing was written. Reading the page again...</Progress>;
  const close = () => {
    setOpen(false);
    place.current?.closest<HTMLElement>("[data-item]")?.focus();
  };
  const choices = <Choices finding={finding} onUpdate={mayWrite ? () => setOpen(true) : null} />;
  return (
    <div ref={place}>
      {repair && isFailed && <Trouble repair={repair} />}
      {isOpen && mayWrite ? (
        <Suspense fallback={choices}>
          <UpdatePageForm
            finding={finding}
            before={isFailed ? repair : undefined}
            isSending={order.isPending}
            onSend={(sent) => order.mutate({ finding, ...sent }, { onSuccess: close })}
            onCancel={close}
          />
        </Suspense>
      ) : (
        choices
      )}
    </div>
  );
}

const Progress = ({ children }: { children: string }) => (
  <output className="mt-4 flex items-center gap-2 text-soft">
    <LoaderCircle className="size-4 shrink-0 motion-safe:animate-spin" aria-hidden="true" />
    {children}
  </output>
);

const Trouble = ({ repair }: { repair: WikiRepair }) => (
  <p role="note" className="mt-4 max-w-[75ch] rounded-box bg-busy-wash p-3 text-busy wrap-anywhere">
    {repair.state === "declined" ? <Declined repair={repair} /> : explain(repair)}
  </p>
);

const Declined = ({ repair: { declined, url } }: { repair: WikiRepair }) => (
  <>
    {declined?.by ?? "A reviewer"} declined{" "}
    <a href={url} target="_blank" rel="noopener noreferrer" className="text-link">
      the change
    </a>
    {declined?.at && (
      <>
        {" "}
        <RelativeTime at={declined.at} />
      </>
    )}
    . The page was not updated. Choose again: your words are kept.
  </>
);

const explain = ({ way, state, trouble }: WikiRepair) =>
  state === "changed"
    ? "Somebody edited the page meanwhile, and nothing was written. The page says now what you see above. Choose again: your words are kept."
    : `${way === "comment" ? "No comment was left." : "The page was not updated."} ${trouble ?? ""} Open the page to change it there, or choose otherwise.`;

interface ChoicesProps {
  finding: WikiFinding;
  /** Null where the person or the platform cannot change the page. */
  onUpdate: (() => void) | null;
}

function Choices({ finding, onUpdate }: ChoicesProps) {
  const { id, kind, page, choices, assignment, snoozedUntil } = finding;
  const queryClient = useQueryClient();
  const mayDecide = useCan()("change", "inbox");
  const item = {
    id: toFindingItemId(id),
    article: { id: page.id, title: page.title },
    ...(assignment && { assignment }),
    ...(snoozedUntil && { snoozedUntil }),
  };
  const decide = useDecideFinding(({ message, undo }) => {
    if (undo) rememberDecision(queryClient, { id: undo.id, item }, message);
  });
  const declines = kind === "adds" ? "ignore" : "page-is-right";
  const before = onUpdate ? 2 : 1;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {onUpdate && (
        <ChoiceButton
          name={finding.update ? "Update the page" : "Leave a comment"}
          number={1}
          answer="accept"
          onClick={onUpdate}
        />
      )}
      {mayDecide &&
        choices.map((choice, index) => (
          <ChoiceButton
            key={choice}
            name={NAMES[choice]}
            number={index + before}
            answer={choice === declines ? "decline" : undefined}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, choice })}
          />
        ))}
      <AssignmentLine item={item} />
      <SnoozeLine item={item} />
    </div>
  );
}

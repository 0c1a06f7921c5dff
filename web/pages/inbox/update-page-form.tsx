import { ArrowUpRight } from "lucide-react";
import { diffIndices } from "node-diff3";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { WikiFinding } from "../../../shared/contract/wiki-findings.ts";
import { useUser } from "../../api/account.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { getPlatformName } from "../../lib/platforms.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ChangedStatement } from "../article/statement-differences.tsx";

const LONGEST = 2000;

interface UpdatePageFormProps {
  finding: WikiFinding;
  /** The words to begin with. */
  text: string;
  isSending: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
}

/** Shows the exact change of the page before it is made; the new words can be edited. */
export default function UpdatePageForm({ finding, text: suggested, isSending, onSend, onCancel }: UpdatePageFormProps) {
  const [text, setText] = useState(suggested);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: "center" });
  }, []);
  const words = text.replace(/\s+/g, " ").trim();
  const isSame = finding.kind === "contradicts" && words === finding.oldText;
  const canSend = words !== "" && !isSame && !isSending;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) onSend(words);
  };
  return (
    <form noValidate onSubmit={send} className="appear mt-4 flex max-w-[75ch] flex-col gap-4">
      <Field label={finding.kind === "adds" ? "Words to add to the page" : "New words on the page"}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            onKeyDown={(event) => {
              if (event.key === "Escape") onCancel();
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(event);
            }}
            dir="auto"
            rows={3}
            className="field-box field-sizing-content"
            maxLength={LONGEST}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <section aria-label="The change" className="rounded-box border border-rule p-3 sm:p-4">
        <Preview finding={finding} words={words} isSame={isSame} />
        <Terms finding={finding} />
      </section>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="small" disabled={!canSend}>
          Update the page
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Preview({ finding, words, isSame }: { finding: WikiFinding; words: string; isSame: boolean }) {
  const { kind, oldText } = finding;
  if (words === "") return <p className="text-soft">Enter the new words.</p>;
  if (isSame) return <p className="text-soft">The page says this already.</p>;
  if (kind === "contradicts")
    return (
      <ChangedStatement change={{ form: "sentence", ...markDifferences(oldText, words) }} names={["Now", "Then"]} />
    );
  return (
    <>
      <p dir="auto" className="wrap-anywhere text-soft">
        {oldText}
      </p>
      <ChangedStatement change={{ form: "sentence", before: null, after: [{ text: words, isChanged: true }] }} />
    </>
  );
}

function Terms({ finding: { page } }: { finding: WikiFinding }) {
  const { data: user } = useUser();
  const platform = getPlatformName(page.platform);
  return (
    <div className="mt-3 flex flex-col gap-1 border-t border-rule pt-3 text-13 text-soft wrap-anywhere">
      <p>
        <a href={page.url} target="_blank" rel="noopener noreferrer" className="text-link">
          {page.title}
          <ArrowUpRight className="ml-0.5 inline size-3.5" aria-label="(opens the page)" />
        </a>{" "}
        changes in {platform}, for everybody who reads it there. Nothing else on it changes.
      </p>
      {page.editedAt && (
        <p>
          Last edited <RelativeTime at={page.editedAt} />
          {page.editedBy && ` by ${page.editedBy}`}.
        </p>
      )}
      {user && (
        <p>
          The account of the integration writes. The page's history says: “Corrected by {user.firstName} {user.lastName}{" "}
          with Lorekeep”.
        </p>
      )}
    </div>
  );
}

/** Spaces, words, and the marks after words. */
const WORDS = /\s+|[.,;:!?]+(?=\s|$)|(?:(?![.,;:!?]+(?:\s|$))\S)+/g;

/** Both texts in pieces; those that the other one does not have are marked. */
export function markDifferences(before: string, after: string) {
  const [old, fresh] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  const changes = diffIndices(old, fresh);
  const cut = (words: readonly string[], ranges: [start: number, length: number][]) => {
    const pieces: { text: string; isChanged: boolean }[] = [];
    let at = 0;
    const take = (until: number, isChanged: boolean) => {
      const text = words.slice(at, until).join("");
      if (text) pieces.push({ text, isChanged });
      at = until;
    };
    for (const [start, length] of ranges) {
      take(start, false);
      take(start + length, true);
    }
    take(words.length, false);
    return pieces;
  };
  return {
    before: cut(
      old,
      changes.map(({ buffer1 }) => buffer1),
    ),
    after: cut(
      fresh,
      changes.map(({ buffer2 }) => buffer2),
    ),
  };
}

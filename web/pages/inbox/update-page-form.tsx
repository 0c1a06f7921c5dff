import { ArrowUpRight } from "lucide-react";
import { diffIndices } from "node-diff3";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { WikiFinding } from "../../../shared/contract/wiki-findings.ts";
import type { WikiRepair } from "../../../shared/contract/wiki-repairs.ts";
import { useUser } from "../../api/account.ts";
import type { PageTextRequest } from "../../api/wiki-findings.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { getPlatformName } from "../../lib/platforms.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ChangedStatement } from "../article/statement-differences.tsx";
import { PageAccount, usePageAccount } from "./page-account.tsx";

const LONGEST = 2000;

interface UpdatePageFormProps {
  finding: WikiFinding;
  /** An order that was not carried out: its words are kept. */
  before: WikiRepair | undefined;
  isSending: boolean;
  onSend: (order: Omit<PageTextRequest, "finding">) => void;
  onCancel: () => void;
}

/** Shows the exact change of the page, or the comment for its author, before it is made; the new words can be edited. */
export default function UpdatePageForm({ finding, before, isSending, onSend, onCancel }: UpdatePageFormProps) {
  const { update, comment } = finding;
  const [way, setWay] = useState(before?.way ?? (update ? "edit" : "comment"));
  const isComment = way === "comment";
  const kept = before?.way === way ? before.text : null;
  const [edited, setEdited] = useState<Partial<Record<WikiRepair["way"], string>>>({});
  const text = edited[way] ?? kept ?? (isComment ? comment : update)?.text ?? "";
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: "center" });
  }, []);
  const words = text.replace(/\s+/g, " ").trim();
  const isSame = finding.kind === "contradicts" && words === finding.oldText;
  const account = usePageAccount(finding);
  const ShownTerms = isComment ? CommentTerms : Terms;
  const canSend = words !== "" && !isSame && !isSending && account?.mayWrite !== false;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) onSend({ text: words, way });
  };
  const change = (other: WikiRepair["way"]) => {
    setWay(other);
    // The suggested words of a private channel are not for a comment.
    if (!comment?.isPrivate) setEdited({ ...edited, [other]: text });
    field.current?.focus({ preventScroll: true });
  };
  return (
    <form noValidate onSubmit={send} className="appear mt-4 flex max-w-[75ch] flex-col gap-4">
      <Words
        label={labelOf(finding, way)}
        field={field}
        text={text}
        onChange={(changed) => setEdited({ ...edited, [way]: changed })}
        onSend={send}
        onCancel={onCancel}
      />
      <section
        aria-label={isComment ? "The comment" : "The change"}
        className="rounded-box border border-rule p-3 sm:p-4"
      >
        <Preview finding={finding} words={words} isSame={isSame} />
        <ShownTerms finding={finding} account={account} />
      </section>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="small" disabled={!canSend}>
          {isComment ? "Leave the comment" : "Update the page"}
        </Button>
        {update && comment && (
          <Button size="small" onClick={() => change(isComment ? "edit" : "comment")}>
            {isComment ? "Update instead" : "Comment for its author instead"}
          </Button>
        )}
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface WordsProps {
  label: string;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  onSend: (event: FormEvent) => void;
  onCancel: () => void;
}

const Words = ({ label, field, text, onChange, onSend, onCancel }: WordsProps) => (
  <Field label={label}>
    {(control) => (
      <textarea
        {...control}
        ref={field}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSend(event);
        }}
        dir="auto"
        rows={3}
        className="field-box field-sizing-content"
        maxLength={LONGEST}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);

const labelOf = ({ kind }: WikiFinding, way: WikiRepair["way"]) =>
  `${kind === "adds" ? "Words to add to" : "New words on"} the page${way === "comment" ? ", as you propose them" : ""}`;

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

interface TermsProps {
  finding: WikiFinding;
  account: ReturnType<typeof usePageAccount>;
}

function Terms({ finding, account }: TermsProps) {
  const { data: user } = useUser();
  const { page } = finding;
  const platform = getPlatformName(page.platform);
  return (
    <div className="mt-3 flex flex-col gap-1 border-t border-rule pt-3 text-13 text-soft wrap-anywhere">
      <p>
        <PageLink page={page} /> changes in {platform}, for everybody who reads it there. Nothing else on it changes.
      </p>
      {page.editedAt && (
        <p>
          Last edited <RelativeTime at={page.editedAt} />
          {page.editedBy && ` by ${page.editedBy}`}.
        </p>
      )}
      {user && (
        <PageAccount account={account}>
          {`The account of the integration writes, and names you: “Corrected by ${user.firstName} ${user.lastName} with Lorekeep”.`}
        </PageAccount>
      )}
    </div>
  );
}

function CommentTerms({ finding, account }: TermsProps) {
  const { data: user } = useUser();
  const { page, saidBy, comment } = finding;
  const [source] = saidBy.slice(-1);
  return (
    <div className="mt-3 flex flex-col gap-1 border-t border-rule pt-3 text-13 text-soft wrap-anywhere">
      <p>
        <PageLink page={page} /> stays as it is. A comment in {getPlatformName(page.platform)} shows both texts to
        everybody who reads the page.
      </p>
      {comment?.isPrivate ? (
        <p>This was said in a private channel. The comment does not mention that, so use your own words.</p>
      ) : (
        source && (
          <p>
            It names the source: {source.authorName} in {source.channelName},{" "}
            <RelativeTime at={source.sentAt} as="day" />.
          </p>
        )
      )}
      {user && (
        <PageAccount account={account}>
          {`The account of the integration writes it: “Left by ${user.firstName} ${user.lastName} with Lorekeep”.`}
        </PageAccount>
      )}
    </div>
  );
}

const PageLink = ({ page }: Pick<WikiFinding, "page">) => (
  <a href={page.url} target="_blank" rel="noopener noreferrer" className="text-link">
    {page.title}
    <ArrowUpRight className="ml-0.5 inline size-3.5" aria-label="(opens the page)" />
  </a>
);

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

import { useState } from "react";
import type { Article, ArticlePage } from "../../../shared/contract/articles.ts";
import type { MergePreview } from "../../../shared/contract/canonical.ts";
import { describeMergeCounts } from "../../../shared/domain/merging.ts";
import { useMergeArticle, useMergePreview } from "../../api/canonical.ts";
import { formatChannel, formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { SaveError } from "../../ui/save-problem.tsx";
import { MergeRow } from "./merge-row.tsx";
import {
  areArticlesUnrelated,
  buildMergeRows,
  countChoices,
  getDefaultChoices,
  isMergedAudienceNarrower,
  type SentenceChoices,
} from "./merge-rows.ts";

/** The server's response to a merge of two articles. */
export type MergeAnswer = Awaited<ReturnType<ReturnType<typeof useMergeArticle>["mutateAsync"]>>;

interface MergeSentencesProps {
  article: ArticlePage;
  into: Article;
  onBack: () => void;
  onClose: () => void;
  onMerged: (merged: MergeAnswer) => void;
}

/** Both articles, sentence by sentence, with a choice for each sentence. */
export function MergeSentences({ article, into, onBack, onClose, onMerged }: MergeSentencesProps) {
  const preview = useMergePreview(article.id, into.id);
  return (
    <>
      <p className="mt-2 text-soft">
        This article’s conversations move to the other. Links to this article lead to the other one, and its history
        keeps every sentence. You can undo it for a day.
      </p>
      <dl className="mt-4 grid gap-x-8 gap-y-2 border-t border-rule pt-3 md:grid-cols-2">
        <Side name="This article" title={article.title} />
        <Side name="Becomes part of" title={into.title} />
      </dl>
      <QueryView query={preview} loading={<div className="late skeleton mt-4 h-40" />}>
        {(found) => (
          <Sentences
            key={`${found.from.edition} ${found.into.edition}`}
            preview={found}
            articleId={article.id}
            into={into.id}
            onBack={onBack}
            onClose={onClose}
            onMerged={onMerged}
            onLookAgain={() => void preview.refetch()}
          />
        )}
      </QueryView>
    </>
  );
}

function Side({ name, title }: { name: string; title: string }) {
  return (
    <div>
      <dt className="text-13 text-faint">{name}</dt>
      <dd dir="auto" className="font-serif text-19 font-medium wrap-anywhere">
        {title}
      </dd>
    </div>
  );
}

/** Keeps the dialog open after an error, because the dialog shows the error. */
const stayOpen = () => undefined;

interface SentencesProps extends Pick<MergeSentencesProps, "onBack" | "onClose" | "onMerged"> {
  preview: MergePreview;
  articleId: string;
  into: string;
  onLookAgain: () => void;
}

function Sentences({ preview, articleId, into, onBack, onClose, onMerged, onLookAgain }: SentencesProps) {
  const [choices, setChoices] = useState<SentenceChoices>(() => getDefaultChoices(preview));
  const merge = useMergeArticle(articleId);
  const { undecided, ...counts } = countChoices(preview, choices);
  const submit = async () => {
    const editions = { from: preview.from.edition, into: preview.into.edition };
    const named = [...choices].map(([key, chosen]) => ({ key, ...chosen }));
    onMerged(await merge.mutateAsync({ into, choices: named, editions }));
  };
  return (
    <>
      <ul aria-label="Sentences" className="mt-3 divide-y divide-rule border-y border-rule">
        {buildMergeRows(preview).map((row) => (
          <MergeRow
            key={`${row.own?.key} ${row.other?.key}`}
            row={row}
            chosen={row.own ? choices.get(row.own.key) : undefined}
            others={preview.into.sentences}
            onChoose={(chosen) => row.own && setChoices(new Map(choices).set(row.own.key, chosen))}
          />
        ))}
      </ul>
      {areArticlesUnrelated(preview) && (
        <p role="note" className="mt-4 rounded-box bg-sunken px-4 py-3 text-15">
          The two articles have no sentence in common. Merge them only if a colleague would look for both in one place.
        </p>
      )}
      {isMergedAudienceNarrower(preview) && <Narrower preview={preview} />}
      <SaveError error={merge.error} />
      <div className="sticky -bottom-6 -mx-6 mt-6 flex flex-wrap items-center justify-end gap-3 border-t border-rule bg-raised px-6 py-4">
        <output className="mr-auto text-13 text-soft">
          {describeMergeCounts(counts, { isPlanned: true })}
          {undecided > 0 && ` ${formatItems(undecided, "contradiction")} to decide.`}
        </output>
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={onBack}>Choose another</Button>
        {merge.isError && <Button onClick={onLookAgain}>Look again</Button>}
        <Button
          look="primary"
          disabled={undecided > 0 || merge.isPending}
          onClick={() => void submit().catch(stayOpen)}
        >
          {merge.isPending ? "Merging..." : "Merge"}
        </Button>
      </div>
    </>
  );
}

function Narrower({ preview: { audience } }: { preview: MergePreview }) {
  const { from, into, merged } = audience;
  const who =
    merged.channels.length === 0
      ? "people who read both"
      : `members of ${merged.channels.map(formatChannel).join(" and ")}`;
  return (
    <p role="note" className="mt-4 rounded-box bg-sunken px-4 py-3 text-15">
      Fewer people will read this: only {who}, {formatItems(merged.people, "person", "people")}. Until now{" "}
      {formatItems(from.people, "person reads", "people read")} this article and {into.people} the other one. It is
      taken off pages that others read.
    </p>
  );
}

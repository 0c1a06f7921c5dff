import { readFileSync } from "node:fs";

/** An article of the engine's own, read beside its conversation. */
export interface LabelledArticle {
  /**
   * 'before' this was begun, 'middle' and 'reading' while the engine was changed, 'after' at the end, freshly drawn. 'demo': the
   * business channels once more after what a second reading found was mended; 'fresh': another draw then, never fitted.
   * 'crowds': what went out unread of strangers' chat (seeds 511 to 514), by which the rules for crowded rooms were made; 'gated':
   * strangers' chat with these rules, never fitted. 'redrawn': all sources but the demo once more (seed 1212), never fitted.
   * 'unmended': strangers' chat (seeds 2611 to 2615), by which rules of the writing were made; 'mended': the same with these rules (seeds
   * 2701 to 2707), other conversations, read without confidence. Neither is fitted.
   * 'office': of `office-fit.jsonl`, which was also read while the writing was mended; 'office-check' and
   * 'office-fresh': of `office-check.jsonl` and `office-fresh.jsonl`, read without confidence; fitted since for whether an
   * article should exist, not for whether it is fit. 'office-unseen': of `office-unseen.jsonl`, all with knowledge whatever their score, one of two blind readers; not fitted.
   * 'model-office' and 'model-strangers': written by a large language model (docs/engine.md, "LLM engine") of `office-unseen.jsonl` and of
   * strangers' chat (seed 4101), read by two blind readers, the second one's labels as second; 'model-redrawn': strangers' chat again (seed 5202)
   * with the prompts changed by those readings, what the model itself rejects included; 'model-office-again': of
   * every second conversation with knowledge of `office-fresh.jsonl`, with these prompts and a model that had seen nothing before. Nothing is fitted on them.
   */
  round:
    | "before"
    | "middle"
    | "reading"
    | "after"
    | "demo"
    | "fresh"
    | "crowds"
    | "gated"
    | "redrawn"
    | "unmended"
    | "mended"
    | "office"
    | "office-check"
    | "office-fresh"
    | "office-unseen"
    | "model-office"
    | "model-strangers"
    | "model-redrawn"
    | "model-office-again";
  source: string;
  channel: string;
  /** The platform's id of the conversation's first message. */
  first?: string;
  /** Read again, without the first labels. */
  isSecond: boolean;
  title: string;
  kind: string;
  /** As the engine gave it. */
  confidence: number | null;
  isPublished: boolean | null;
  /** What `publishability.ts` saw; only where the engine had it. */
  features?: Record<string, number>;
  exists: "y" | "m" | "n";
  titleIs: "g" | "f" | "b";
  isFaithful: boolean;
  isComplete: "y" | "p" | "n";
  reads: "y" | "p" | "n";
  isKindRight: boolean;
  isOneConversation: boolean;
  isPublishable: boolean;
}

interface Line extends Pick<LabelledArticle, "round" | "source" | "channel" | "first" | "title" | "kind" | "features"> {
  confidence?: number;
  published?: boolean;
  second?: true;
  /** Should exist (y, marginal, n), title (good, fair, bad), faithful, complete (y, partly, n), reads as a document, kind, one conversation, publishable as it is. */
  labels: string;
}

/** The labels of `article-labels.jsonl`: one reader, one reading. No sentence of the chat is in them but the title. */
export function readArticleLabels(): LabelledArticle[] {
  return readFileSync(new URL("./article-labels.jsonl", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.trim())
    .map((text) => {
      const { labels, confidence, published, second, ...line } = JSON.parse(text) as Line;
      const [exists, titleIs, faithful, isComplete, reads, kind, one, publishable] = labels.split(" ");
      return {
        ...line,
        confidence: confidence ?? null,
        isPublished: published ?? null,
        isSecond: second === true,
        exists: exists as LabelledArticle["exists"],
        titleIs: titleIs as LabelledArticle["titleIs"],
        isFaithful: faithful === "y",
        isComplete: isComplete as LabelledArticle["isComplete"],
        reads: reads as LabelledArticle["reads"],
        isKindRight: kind === "y",
        isOneConversation: one === "y",
        isPublishable: publishable === "y",
      };
    });
}

import type { StatementVerdict } from "../../../engine/contract.ts";
import type { TrialMatter, TrialSummary } from "../../../shared/contract/model-trials.ts";
import type { Statement, WrittenArticle } from "../../../shared/domain/article.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import type { ListedTrial, MatterRow } from "./trial-queries.ts";

const MICROS = 1_000_000;

export function viewTrialSummary({ trial, channel, run, ...counts }: ListedTrial): TrialSummary {
  const { found, written, articles, keep, edit, no, toSave } = counts;
  return {
    id: trial.id,
    series: trial.series,
    channelId: trial.channelId,
    channel,
    model: trial.writtenBy ?? trial.writer,
    state: stateOf({ trial, run }),
    step: run?.progress.step ?? "",
    error: run?.error ?? null,
    most: trial.most,
    messagesRead: trial.messagesRead,
    found,
    written,
    articles,
    judged: { keep, edit, no },
    toSave,
    dollars: trial.costMicros / MICROS,
    createdAt: trial.createdAt.toISOString(),
  };
}

function stateOf({ trial, run }: Pick<ListedTrial, "trial" | "run">): TrialSummary["state"] {
  if (trial.stoppedAt) return "stopped";
  if (run?.state === "failed") return "failed";
  return run?.state === "queued" || run?.state === "running" ? "running" : "done";
}

/** `messages`: the channel's existing messages by id. */
export function viewTrialMatter(row: MatterRow, messages: ReadonlyMap<string, ChatMessage>): TrialMatter {
  const { written } = row;
  const verdicts = written?.outcome === "articles" ? written.verdicts : [];
  return {
    id: row.id,
    place: row.place,
    question: row.question,
    messages: row.sources.flatMap((id) => {
      const message = messages.get(id);
      return message ? [{ id, by: message.author.name, at: message.sentAt.toISOString(), text: message.text }] : [];
    }),
    articles:
      written?.outcome === "articles"
        ? written.articles.flatMap((article, place) =>
            article.isRejected ? [] : [articleView(article, verdicts[place])],
          )
        : [],
    isWritten: row.writtenAt !== null,
    problem: row.problem,
    dollars: row.costMicros / MICROS,
    seconds: Math.round(row.milliseconds / 100) / 10,
    judgement: row.judgement,
    articleId: row.articleId,
  };
}

function articleView({ title, summary, body }: WrittenArticle, verdicts: StatementVerdict[] = []) {
  const byText = new Map(verdicts.map((one) => [one.text, one]));
  const told = ({ form, text }: Statement) => {
    const said = byText.get(text);
    return { form, text, verdict: said?.verdict ?? null, why: said?.why ?? null };
  };
  const written = new Set([...summary, ...body.flatMap(({ statements }) => statements)].map(({ text }) => text));
  return {
    title,
    sections: [
      ...(summary.length > 0 ? [{ heading: null, layout: "prose" as const, statements: summary.map(told) }] : []),
      ...body.map(({ heading, layout, statements }) => ({ heading, layout, statements: statements.map(told) })),
    ],
    leftOut: verdicts.filter(({ text }) => !written.has(text)).map(({ text, why }) => ({ text, why })),
  };
}

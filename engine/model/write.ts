import { listStatements, type WrittenArticle } from "../../shared/domain/article.ts";
import {
  type KnownArticle,
  type MatterToWrite,
  ModelUnavailable,
  type StatementVerdict,
  type WritingInput,
  type WritingResult,
} from "../contract.ts";
import { runInBatches } from "./batch-calls.ts";
import { type CheckedDraft, checkDraftsWithModel } from "./check.ts";
import { estimateConfidence } from "./confidence.ts";
import { type ArticleDraft, buildDraft, type SourceMessages } from "./draft.ts";
import { collectEvidence } from "./exact-evidence.ts";
import { explainRefusedChange, toChangesOfKnownArticle } from "./known-changes.ts";
import { askEachItem, type BatchQuestionItem, type LanguageModel } from "./model.ts";
import { insertPeopleNames, replacePseudonyms } from "./people.ts";
import { WRITE_PROMPT, type WriteAnswer } from "./prompts/write.ts";
import { type SafeMessages, toPromptData, toSafeMessages } from "./safe-messages.ts";
import { divideContext, estimateTokens } from "./tokens.ts";
import { buildKnownArticleData, buildStyleData, cutToTokenLimit, toPlainText } from "./write-data.ts";

const OUTPUT_TOKENS = 8_000;
/** The tokens of an answer about one topic. Answers rarely need more. */
const OUTPUT_OF_MATTER = 650;
const MOST_ARTICLES = 8;
const WORDS_PER_MINUTE = 200;

/** One topic ('matter') in the form that is sent to the model, and the messages that its answer is checked against. */
interface WritingTask extends Pick<MatterToWrite, "matter" | "beside"> {
  safe: SafeMessages;
  read: SourceMessages;
  sources: string[];
  isCut: boolean;
  /** The topic's question and summary, without secrets and names. */
  about: { question: string; gist: string };
  data: Record<string, unknown>;
}

const createLeftOut = () => new ModelUnavailable("refused", null, "It left it out.");

/**
 * Writes articles about each topic and has each statement checked, or returns the topic's changes to a known article.
 * If a topic cannot be written now, its result is a `ModelUnavailable`.
 */
export async function writeMattersWithModel(
  model: LanguageModel,
  matters: readonly MatterToWrite[],
  how: WritingInput,
): Promise<(WritingResult | ModelUnavailable)[]> {
  const { input, output } = divideContext(model.contextTokens);
  const style = buildStyleData(how);
  const room = input - estimateTokens(JSON.stringify(style));
  const tasks = matters.map((one) => taskOf(one, how, room));
  const most = { input: room, items: Math.max(1, Math.floor(output / OUTPUT_OF_MATTER)) };
  const answers = await runInBatches(
    tasks,
    ({ data }) => estimateTokens(JSON.stringify(data)),
    most,
    (some) =>
      askEachItem<WriteAnswer>(model, {
        ...WRITE_PROMPT,
        itemsName: "matters",
        data: { channel: toPlainText(how.channelName), ...style },
        // These fields change with each saved article. As hints, they do not invalidate a stored answer.
        hints: ["categories", "tags", "examples"],
        items: some.map(toQuestionItem),
        maxOutputTokens: Math.min(OUTPUT_TOKENS, output),
      }),
  );
  const drafts = answers.flatMap((answer, place) => {
    const task = tasks[place];
    if (!task || answer instanceof ModelUnavailable || answer.answer.outcome !== "articles") return [];
    return answer.answer.articles
      .slice(0, MOST_ARTICLES)
      .map((given) => ({ place, draft: buildDraft(given, task.read, how), ...task }))
      .filter(({ draft }) => hasBody(draft));
  });
  const checked = await checkDraftsWithModel(model, drafts);
  return tasks.map((task, place) => {
    const answer = answers[place];
    if (!answer || answer instanceof ModelUnavailable) return answer ?? createLeftOut();
    const { outcome, known, why } = answer.answer;
    const article = outcome === "known" && known ? task.beside[known.article - 1] : undefined;
    if (article) return toChangesOfKnownArticle(answer.answer.known, article, task);
    const articles: WrittenArticle[] = [];
    const verdicts: StatementVerdict[][] = [];
    for (const [at, one] of drafts.entries()) {
      if (one.place !== place) continue;
      const result = checked[at];
      if (!result || result instanceof ModelUnavailable) return result ?? createLeftOut();
      if (!result.check.publish && !hasBody(result.draft)) continue;
      const { settled } = task.matter;
      const written = articleOf(result, task.safe, { settled, isCut: task.isCut, calibration: how.calibration });
      if (!written) continue;
      articles.push(written);
      verdicts.push([...result.verdicts.values()].map((given) => namedVerdict(given, task.safe)));
    }
    return { outcome: "articles", articles, why: why ? toPlainText(why).slice(0, 200) : null, verdicts };
  });
}

function taskOf({ conversation, matter, beside }: MatterToWrite, how: WritingInput, room: number): WritingTask {
  const told = [matter.question, matter.gist, ...beside.flatMap((one) => listStatements(one).map(({ text }) => text))];
  const safe = toSafeMessages(conversation.messages, how.people, told);
  const about = { question: safe.safely(matter.question), gist: safe.safely(matter.gist) };
  const asked = {
    ...about,
    kind: matter.kind,
    settled: matter.settled,
    ...(beside.length > 0 && { known: beside.map((one, place) => buildKnownArticleData(one, place, safe)) }),
  };
  const shown = cutToTokenLimit(safe.messages, room - estimateTokens(JSON.stringify(asked)));
  return {
    matter,
    beside,
    safe,
    read: { messages: safe.messages, whole: collectEvidence(safe.messages) },
    sources: conversation.messages.map(({ externalId }) => externalId),
    isCut: shown.length < safe.messages.length,
    about,
    data: { ...asked, messages: toPromptData(shown) },
  };
}

const toQuestionItem = ({ data, sources, beside, read }: WritingTask): BatchQuestionItem<WriteAnswer> => ({
  data,
  sources,
  problemOf: (given) => problemOf(given, beside),
  flawOf: ({ outcome, known }) => {
    const article = outcome === "known" && known ? beside[known.article - 1] : undefined;
    return known && article ? explainRefusedChange(known, article, read) : null;
  },
});

const namedVerdict = ({ text, verdict, why }: StatementVerdict, { people }: SafeMessages): StatementVerdict => ({
  text: replacePseudonyms(text, people),
  verdict,
  why: why && replacePseudonyms(why, people),
});

const hasBody = ({ statements }: ArticleDraft) => statements.some(({ section }) => section >= 0);

function problemOf({ outcome, known, articles }: WriteAnswer, beside: readonly KnownArticle[]): string | null {
  if (outcome === "articles")
    return articles.some(({ sections }) => sections.some(({ statements }) => statements.length > 0))
      ? null
      : "The outcome is articles, but there is none with statements.";
  if (outcome === "nothing") return null;
  const article = known && beside[known.article - 1];
  if (!known || !article) return "The outcome is known, but it names no known article.";
  const count = listStatements(article).length;
  const named = [...known.same, ...known.changed].map(({ statement }) => statement);
  return named.every((number) => number >= 1 && number <= count) ? null : "It names a statement that does not exist.";
}

function articleOf(
  checked: CheckedDraft,
  safe: SafeMessages,
  how: Parameters<typeof estimateConfidence>[1],
): WrittenArticle | null {
  const { draft } = checked;
  const of = (section: number) =>
    draft.statements.filter((one) => one.section === section).map(({ statement }) => statement);
  const body = draft.sections
    .map((section, place) => ({ ...section, statements: of(place) }))
    .filter(({ statements }) => statements.length > 0);
  const [first] = body.flatMap(({ statements }) => statements).filter(({ form }) => form === "sentence");
  if (!first || !draft.title) return null;
  const summary = of(-1);
  const named = insertPeopleNames(
    { title: draft.title, summary: summary.length > 0 ? summary : [first], body },
    safe.people,
  );
  const words = [named.title, ...listStatements(named).map(({ text }) => text)].join(" ").split(/\s+/).length;
  const { confidence, doubts } = estimateConfidence(checked, how);
  return {
    ...named,
    ...draft.labels,
    contentType: draft.kind,
    estimatedReadTime: Math.max(1, Math.ceil(words / WORDS_PER_MINUTE)),
    redactions: safe.redactions,
    confidence,
    doubts,
    form: "written",
    ...(!checked.check.publish && { isRejected: true }),
  };
}

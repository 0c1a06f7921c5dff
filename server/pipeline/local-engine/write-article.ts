import type { Section, SectionRole, Statement, WrittenArticle } from "../../../shared/domain/article.ts";
import type { Conversation } from "../../../shared/domain/chat.ts";
import type { ContentType } from "../../../shared/domain/facets.ts";
import { cleanText } from "../clean-text.ts";
import type { WritingContext } from "../engine.ts";
import { addRedactions, redact } from "../redact.ts";
import { categoryOf, difficultyOf, priorityOf, vocabularyOf } from "./facets-of-talk.ts";
import { polish } from "./polish.ts";
import { readTalk, type SentencePiece, type Talk } from "./read-talk.ts";
import { type Contradiction, INSTRUCTS_MACHINES, type Kept, selectStatements } from "./select-statements.ts";
import { shapeOf, type TalkShape } from "./talk-shape.ts";
import { plainText, titleFrom } from "./title.ts";
import { contentWordsOf } from "./words.ts";

const MOST_STATEMENTS = 16;
const WORDS_PER_MINUTE = 200;

/** Composes an article out of what was said. Secrets are taken out before anything is read. */
export function writeArticle(
  conversation: Conversation,
  contentType: ContentType,
  context: WritingContext,
): WrittenArticle {
  const { safe, redactions } = withoutSecrets(conversation);
  const talk = readTalk(safe);
  const shape = shapeOf(talk, 0);
  const { kept, contradictions } = selectStatements(talk, shape);
  const chosen = mostSalient(kept.length ? kept : whateverWasSaid(talk));
  const statement = (item: Kept) => statementOf(item, talk);
  const used = new Set(
    [...chosen, ...contradictions.flatMap(({ first, second }) => [first, second])].flatMap((item) => item.messages),
  );
  const title = titleOf(talk, shape, chosen, vocabularyOf(talk, used, "", []).keywords, context.channelName);
  const { tags, keywords } = vocabularyOf(talk, used, title, context.knownTags);
  const body = bodyOf(contentType, chosen, title, statement);
  if (contradictions.length) body.push(disagreement(contradictions, talk));
  const summary = summaryOf(chosen, contentType).map(statement);
  const words = [title, ...body.flatMap((section) => section.statements.map((item) => item.text))]
    .join(" ")
    .split(/\s+/).length;
  return {
    title,
    summary: summary.length
      ? summary
      : (body[0]?.statements.filter((item) => item.form === "sentence").slice(0, 1) ?? []),
    body,
    contentType,
    category: categoryOf(talk, context.channelName),
    difficulty: difficultyOf(talk),
    priority: priorityOf(talk, contentType),
    tags,
    keywords,
    estimatedReadTime: Math.max(1, Math.ceil(words / WORDS_PER_MINUTE)),
    redactions,
  };
}

function withoutSecrets(conversation: Conversation) {
  const lists: WrittenArticle["redactions"][] = [];
  const messages = conversation.messages.map((message) => {
    const { text, redactions } = redact(cleanText(message.text));
    lists.push(redactions);
    return { ...message, text, author: { ...message.author, name: redact(message.author.name).text } };
  });
  return { safe: { ...conversation, messages }, redactions: addRedactions(lists) };
}

function statementOf(item: Kept, talk: Talk): Statement {
  return {
    form: item.form,
    text: item.text,
    language: item.language,
    sources: item.messages.flatMap((index) => talk.messages[index]?.externalId ?? []),
  };
}

/** Long talk is cut to what matters most, in its own order; code stays with the sentence before it. */
function mostSalient(kept: Kept[]): Kept[] {
  if (kept.length <= MOST_STATEMENTS) return kept;
  const ranked = kept.filter((item) => item.part !== "question").sort((a, b) => b.salience - a.salience);
  const chosen = new Set([
    ...kept.filter((item) => item.part === "question").slice(0, 2),
    ...ranked.slice(0, MOST_STATEMENTS),
  ]);
  return kept.filter((item) => chosen.has(item));
}

/** When no sentence looks like knowledge (another language, fragments): the longest ones, as they were said. */
function whateverWasSaid(talk: Talk): Kept[] {
  const names = talk.messages.map((message) => message.authorName);
  return talk.pieces
    .filter(
      (piece): piece is SentencePiece =>
        piece.form === "sentence" &&
        !piece.acts.smallTalk &&
        !(piece.acts.thanks && piece.contentWords.length < 4) &&
        !INSTRUCTS_MACHINES.test(piece.text),
    )
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, 5)
    .sort((a, b) => a.message - b.message)
    .flatMap((piece) => {
      const text = polish(piece.text, names);
      const author = talk.messages[piece.message]?.author ?? "";
      return text
        ? [
            {
              part: "explanation" as const,
              form: "sentence" as const,
              text,
              language: null,
              messages: [piece.message],
              author,
              isStep: false,
              listed: piece.listed,
              salience: 1,
              stems: new Set<string>(),
              confirmed: false,
            },
          ]
        : [];
    });
}

/** The best question of the asker, else the report of the problem, else the strongest statement, else the subject. */
function titleOf(talk: Talk, shape: TalkShape, kept: Kept[], keywords: string[], channelName: string): string {
  const names = [...new Set(talk.messages.map((message) => message.authorName))];
  const asked = talk.pieces.filter(
    (piece): piece is SentencePiece =>
      piece.form === "sentence" &&
      (shape.questionAt === -1 || talk.messages[piece.message]?.author === shape.asker) &&
      !piece.acts.smallTalk &&
      !piece.acts.thanks,
  );
  const firstAnswer = shape.answers[0]?.message ?? talk.messages.length;
  const opening = asked.filter(
    (piece) => piece.message <= Math.max(shape.questionAt, Math.min(firstAnswer, shape.questionAt + 4)),
  );
  const joined = kept
    .filter(
      (item) =>
        item.form === "sentence" && (item.part === "question" || item.part === "symptom" || item.part === "context"),
    )
    .map((item) => ({ text: item.text, bonus: item.part === "question" ? 2.5 : item.part === "symptom" ? 1 : 0 }));
  const announced =
    shape.questionAt === -1
      ? talk.pieces
          .slice(0, 3)
          .flatMap((piece) =>
            piece.form === "sentence"
              ? (/\b(?:here(?:'s| is)(?: a| the)? (?:short |quick |little )?(?:guide (?:on|to|for) )?|(?:steps|instructions|guide|tutorial|procedure)(?: on| to| for)? |(?=how to ))(?:how (?:you |to |we )|to )?.+?(?=[,:.]|$)/i.exec(
                  piece.text,
                )?.[0] ?? [])
              : [],
          )
      : [];
  for (const text of announced) {
    const goal = /\b(?:how (?:you|to|we)|to|on|for)\s+(.+)$/i.exec(text)?.[1];
    const title = goal && !/^\S+ (?:it|this|that|these|them)\b/i.test(goal) ? titleFrom(`how to ${goal}`, names) : "";
    if (title) return title;
  }
  const candidates = [
    ...joined,
    ...opening.map((piece) => ({ text: piece.text, bonus: Number(piece.acts.question) * 2 })),
  ]
    .map(({ text, bonus }, index) => {
      const title = titleFrom(text, names);
      const words = contentWordsOf(title).length;
      const points =
        Math.min(6, words) * 0.6 +
        bonus +
        Number(/^(?:how|why|what|where|which|is there|difference)\b/i.test(title)) -
        Number(/\b(?:it|this|that|these|those|them)\b/i.test(title)) * 0.8 -
        Number(title.length > 100) -
        Number(title.length < 15) * 1.5 -
        index * 0.1 -
        Number(/^(?:i|we|my)\b/i.test(title)) * 0.5;
      return { title, words, points };
    })
    .filter(({ title, words }) => title && words >= 2)
    .sort((a, b) => b.points - a.points);
  if (candidates[0]) return candidates[0].title;
  const told = kept.filter((item) => item.form === "sentence").toSorted((a, b) => b.salience - a.salience);
  for (const item of told) {
    const title = titleFrom(item.text, names);
    if (title) return title;
  }
  const words = keywords.slice(0, 3).join(", ");
  const place = plainText(cleanText(channelName)).replace(/^#/, "");
  return words ? `About ${words}` : place ? `Talk in #${place}`.slice(0, 110) : "A short talk";
}

type ToStatement = (item: Kept) => Statement;

function bodyOf(contentType: ContentType, kept: Kept[], title: string, statement: ToStatement): Section[] {
  const of = (...parts: Kept["part"][]) => kept.filter((item) => parts.includes(item.part));
  const isTitle = (item: Kept) => item.form === "sentence" && titleFrom(item.text, []) === title;
  const asked = of("question");
  const answer = of("cause", "fix", "explanation");
  const section = (
    role: SectionRole,
    heading: string | null,
    items: Kept[],
    layout: Section["layout"] = "prose",
  ): Section[] => (items.length ? [{ role, heading, layout, statements: items.map(statement) }] : []);
  if (contentType === "troubleshooting") {
    const symptom = [...of("question", "symptom", "context")].sort(
      (a, b) => (a.messages[0] ?? 0) - (b.messages[0] ?? 0) || kept.indexOf(a) - kept.indexOf(b),
    );
    const fix = of("fix", "explanation");
    return [
      ...section("symptom", "Symptom", symptom),
      ...section("cause", "Cause", of("cause")),
      ...section("fix", "Fix", fix, layoutOf(fix)),
    ];
  }
  if (contentType === "howto" || contentType === "tutorial") {
    const context = of("question", "symptom", "context").filter((item) => !isTitle(item));
    const first = answer.findIndex((item) => item.isStep);
    const steps = answer.filter(
      (item, index) => item.isStep || item.listed || (item.form === "code" && first !== -1 && index > first),
    );
    if (steps.filter((item) => item.form === "sentence").length >= 2) {
      const notes = answer.filter((item) => !steps.includes(item));
      return [
        ...section("context", "Context", context),
        ...section("steps", "Steps", steps, "steps"),
        ...section("note", "Good to know", notes, notes.length > 2 ? "bullets" : "prose"),
      ];
    }
    return [...section("context", "Context", context), ...section("answer", "Answer", answer, layoutOf(answer))];
  }
  const context = of("symptom", "context");
  if (contentType === "documentation")
    return [
      ...section("context", "Context", [...asked, ...context]),
      ...section("explanation", "Details", answer, layoutOf(answer)),
    ];
  const question = [...asked, ...context].sort((a, b) => kept.indexOf(a) - kept.indexOf(b));
  if (contentType === "faq")
    return [...section("question", "Question", question), ...section("answer", "Answer", answer)];
  return [
    ...section("question", "Question", question),
    ...section("explanation", "Explanation", answer, layoutOf(answer)),
  ];
}

/** A list only where the writer made one or where several people add up to many points. */
function layoutOf(items: Kept[]): Section["layout"] {
  const sentences = items.filter((item) => item.form === "sentence");
  if (
    sentences.filter((item) => item.isStep).length >= 3 &&
    sentences.filter((item) => item.isStep).length >= sentences.length * 0.7
  )
    return "steps";
  return sentences.length > 4 || sentences.filter((item) => item.listed).length >= 2 ? "bullets" : "prose";
}

function disagreement(contradictions: Contradiction[], talk: Talk): Section {
  const saying = (item: Kept): Statement => {
    const name = talk.messages[item.messages[0] ?? 0]?.authorName ?? "Someone";
    return { ...statementOf(item, talk), text: `${name}: ${item.text}` };
  };
  return {
    role: "disagreement",
    heading: "Not agreed",
    layout: "bullets",
    statements: contradictions.flatMap(({ first, second }) => [saying(first), saying(second)]),
  };
}

/** The one or two sentences that answer best; without an answer, what was asked. */
function summaryOf(kept: Kept[], contentType: ContentType): Kept[] {
  const sentences = kept.filter((item) => item.form === "sentence");
  const answers = sentences.filter(
    (item) => item.part === "cause" || item.part === "fix" || item.part === "explanation",
  );
  const weight = (item: Kept) =>
    item.salience + Number(contentType === "troubleshooting" && (item.part === "cause" || item.part === "fix"));
  const whole = answers.filter((item) => !item.text.endsWith(":"));
  const best = (whole.length ? whole : answers).toSorted((a, b) => weight(b) - weight(a)).slice(0, 2);
  const chosen = best.length ? best : sentences.slice(0, 2);
  return sentences.filter((item) => chosen.includes(item));
}

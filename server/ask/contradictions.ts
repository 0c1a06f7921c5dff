import { compareKnowledge } from "../../engine/compare/index.ts";
import type { AnswerPage, AnswerSentence, ArticleAnswer } from "../../shared/contract/ask.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { viewQuote } from "../library/dedupe/index.ts";
import { listFindingSources, listOpenFindings, toFindingText } from "../wiki/findings/index.ts";

const MOST_FINDINGS = 50;

type SaidOtherwise = AnswerPage["passages"][number]["otherwise"][number];

/** A passage's position and the texts that contradict it. */
export interface PassageContradictions {
  pageId: string;
  position: number;
  said: SaidOtherwise;
}

/** Lists undecided contradictions between these pages and conversations of channels that the reader may read. */
export async function listPassageContradictions(
  { connectors }: Pick<Deps, "connectors">,
  scope: ReaderScope,
  pageIds: string[],
): Promise<PassageContradictions[]> {
  const open = await listOpenFindings(scope, { pageIds, limit: MOST_FINDINGS });
  const findings = open.filter(({ kind }) => kind === "contradicts");
  const sources = Map.groupBy(await listFindingSources(scope, findings), ({ articleId }) => articleId);
  return findings.flatMap(({ id, pageId, position, fresh }) => {
    const last = sources.get(id)?.at(-1);
    if (!last) return [];
    const { authorName, channelName, sentAt, permalink } = viewQuote(connectors, last);
    const text = toFindingText(fresh);
    const said = {
      text,
      source: `${authorName} in #${channelName}`,
      at: sentAt,
      url: permalink,
      articleId: null,
      findingId: id,
    };
    return [{ pageId, position, said }];
  });
}

/** Adds to passages the sentences of the answer's articles that contradict them, by words and exact values. */
export async function addArticleContradictions(given: AnswerPage[], { sentences }: Pick<ArticleAnswer, "sentences">) {
  const byArticle = [...Map.groupBy(sentences, ({ articleId }) => articleId).values()];
  const pages: AnswerPage[] = [];
  for (const page of given) {
    const said = page.passages.map(({ otherwise }) => [...otherwise]);
    for (const ofArticle of byArticle)
      for (const [passage, sentence] of await contradictionsOf(page, ofArticle)) {
        const at = dateOf(sentence);
        const { text, articleTitle: source, articleId } = sentence;
        if (at) said[passage]?.push({ text, source, at, url: null, articleId, findingId: null });
      }
    const passages = page.passages.map((passage, place) => ({ ...passage, otherwise: said[place] ?? [] }));
    pages.push({ ...page, passages });
  }
  return pages;
}

async function contradictionsOf({ title, passages }: AnswerPage, sentences: AnswerSentence[]) {
  const contentType = "documentation" as const;
  const { pairs } = await compareKnowledge(
    { title: sentences[0]?.articleTitle ?? "", contentType, statements: sentences },
    { title, contentType, statements: passages.map(asStatement) },
  );
  return pairs.flatMap(({ known, fresh, relation }): [number, AnswerSentence][] => {
    const sentence = sentences[known];
    return relation === "contradicts" && sentence ? [[fresh, sentence]] : [];
  });
}

const asStatement = ({ form, text }: AnswerPage["passages"][number]) => ({
  form: form === "code" ? ("code" as const) : ("sentence" as const),
  text,
});

/** The date of the sentence's latest message, or of the person's edit. */
const dateOf = ({ sources, hand }: AnswerSentence): string | undefined =>
  [...sources.map(({ sentAt }) => sentAt), ...(hand ? [hand.at] : [])].toSorted().at(-1);

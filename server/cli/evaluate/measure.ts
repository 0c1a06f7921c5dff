import type { LibraryDump } from "../dump.ts";
import { containsClaim, containsString } from "./claims.ts";
import type { Gold, GoldClaim, GoldPiece } from "./gold.ts";

type Article = LibraryDump["articles"][number];
type Statement = Article["sentences"][number];

/**
 * An article with the expected articles (pieces) that it covers. The first is the one that most of the article's statements
 * cite.
 */
export interface MatchedArticle {
  article: Article;
  pieces: GoldPiece[];
}

export interface PieceResult {
  piece: GoldPiece;
  isFound: boolean;
  /** The rule was changed and the new rule was found, so a missing fact is no loss. */
  isReplaced: boolean;
  told: GoldClaim[];
  /** Facts that their keys do not find, and that no person has to judge. */
  missing: GoldClaim[];
  /** Facts that a person has to judge. */
  unjudged: GoldClaim[];
  forbiddenTold: GoldClaim[];
  forbiddenUnjudged: GoldClaim[];
  /**
   * The result for an expected article that changes a rule. `noted`: the change is in the inbox, or in one article together
   * with the old rule. `alone`: the old rule is gone. `beside`: the old rule is still in the library, and nobody is informed.
   * `missed`: the new rule is missing.
   */
  change: "noted" | "alone" | "beside" | "missed" | null;
}

export interface LibraryMeasurement {
  articles: MatchedArticle[];
  pieces: PieceResult[];
  /**
   * The number of statements in articles that cover an expected article. `foreign` statements cite no message of the article's
   * first expected article, of the rule that it changes, or of the rule that changes it.
   */
  statements: number;
  foreign: { article: string; text: string }[];
  /** Articles that cover no expected article and no tempting exchange (chat that only looks like knowledge). */
  stray: string[];
  temptingTaken: string[];
  forbiddenStrings: { string: string; where: string }[];
}

/** Compares a library with its expected content. */
export function measureLibrary(gold: Gold, dump: LibraryDump): LibraryMeasurement {
  const live = dump.articles.filter(({ state }) => state === "published" || state === "draft");
  const placed = live.map((article) => ({ article, pieces: piecesOf(gold, article) }));
  const foreign = placed.flatMap(({ article, pieces }) => {
    const [first] = pieces;
    if (!first) return [];
    const own = new Set(family(gold, first).flatMap(({ messages }) => messages));
    return article.sentences
      .filter(({ sources }) => sources.length > 0 && !sources.some((id) => own.has(id)))
      .map(({ text }) => ({ article: article.title, text }));
  });
  const cited = new Set(live.flatMap(({ sentences }) => sentences.flatMap(({ sources }) => sources)));
  const taken = gold.tempting.filter(({ messages }) => messages.some((id) => cited.has(id)));
  const takenIds = new Set(taken.flatMap(({ messages }) => messages));
  return {
    articles: placed,
    pieces: gold.pieces.map((piece) => pieceResult(gold, piece, placed, dump)),
    statements: placed.reduce(
      (sum, { article, pieces }) => sum + (pieces.length > 0 ? article.sentences.length : 0),
      0,
    ),
    foreign,
    stray: placed
      .filter(({ article, pieces }) => pieces.length === 0 && !article.sentences.some((one) => citesAny(one, takenIds)))
      .map(({ article }) => article.title),
    temptingTaken: taken.map(({ id }) => id),
    forbiddenStrings: forbiddenStrings(gold, dump),
  };
}

function piecesOf(gold: Gold, article: Article): GoldPiece[] {
  return gold.pieces
    .filter((piece) => tells(article, piece))
    .toSorted((a, b) => citing(article, b).length - citing(article, a).length);
}

/**
 * True if the article covers the expected article. Most of its statements cite the expected article's messages, or the citing
 * statements contain one of the expected facts.
 */
function tells(article: Article, piece: GoldPiece): boolean {
  const own = citing(article, piece);
  if (own.length === 0) return false;
  return own.length * 2 > article.sentences.length || piece.facts.some((fact) => isTold(fact, [article.title, ...own]));
}

function citing({ sentences }: Article, { messages }: GoldPiece): string[] {
  const ids = new Set(messages);
  return sentences.filter((sentence) => citesAny(sentence, ids)).map(({ text }) => text);
}

const citesAny = ({ sources }: Statement, ids: ReadonlySet<string>) => sources.some((id) => ids.has(id));
const isTold = (claim: GoldClaim, texts: string[]) => claim.keys.length > 0 && containsClaim(texts.join("\n"), claim);

/** Returns the expected article, the one that it changes and the one that changes it: one article may cover all three. */
function family({ pieces }: Gold, piece: GoldPiece): GoldPiece[] {
  return pieces.filter(
    ({ id, revises }) => id === piece.id || id === piece.revises || (revises !== undefined && revises === piece.id),
  );
}

function pieceResult(gold: Gold, piece: GoldPiece, placed: MatchedArticle[], dump: LibraryDump): PieceResult {
  const isReplaced = gold.pieces.some(
    (other) => other.revises === piece.id && placed.some(({ pieces }) => pieces.includes(other)),
  );
  const telling = placed.filter(({ pieces }) => pieces.includes(piece)).map(({ article }) => article);
  const isFound = telling.length > 0;
  const texts = telling.flatMap((article) => [article.title, ...citing(article, piece)]);
  const told = piece.facts.filter((fact) => isTold(fact, texts));
  const unjudged = isFound && !isReplaced ? piece.facts.filter(({ keys }) => keys.length === 0) : [];
  const statements = telling.flatMap((article) => [article.title, ...article.sentences.map(({ text }) => text)]);
  return {
    piece,
    isFound,
    isReplaced,
    told,
    missing: isReplaced ? [] : piece.facts.filter((fact) => fact.keys.length > 0 && !told.includes(fact)),
    unjudged,
    forbiddenTold: piece.forbidden.filter((fact) => statements.some((text) => isTold(fact, [text]))),
    forbiddenUnjudged: isFound ? piece.forbidden.filter(({ keys }) => keys.length === 0) : [],
    change: piece.revises === undefined ? null : changeOf(piece, piece.revises, placed, dump),
  };
}

function changeOf(
  piece: GoldPiece,
  revised: string,
  placed: MatchedArticle[],
  dump: LibraryDump,
): PieceResult["change"] {
  const fresh = placed.filter(({ pieces }) => pieces.includes(piece));
  const old = placed.filter(({ pieces }) => pieces.some(({ id }) => id === revised));
  const ids = new Set(piece.messages);
  const raised = new Set(
    dump.conversations.filter(({ messages }) => messages.some((id) => ids.has(id))).map(({ key }) => key),
  );
  const isRaised = dump.inbox.some(
    ({ kind, articleId, conversationKey }) =>
      (kind === "conflict" || kind === "proposal") &&
      conversationKey !== null &&
      raised.has(conversationKey) &&
      old.some(({ article }) => article.id === articleId),
  );
  if (isRaised || fresh.some((one) => old.includes(one))) return "noted";
  if (fresh.length === 0) return "missed";
  return old.length === 0 ? "alone" : "beside";
}

/** Finds forbidden strings in titles, statements and summaries, which people see. */
function forbiddenStrings(
  { never }: Gold,
  { articles, conversations }: LibraryDump,
): LibraryMeasurement["forbiddenStrings"] {
  const texts = [
    ...articles.flatMap(({ title, sentences }) =>
      [title, ...sentences.map(({ text }) => text)].map((text) => ({ text, where: title })),
    ),
    ...conversations.flatMap((conversation) => {
      const gist = "gist" in conversation && typeof conversation.gist === "string" ? conversation.gist : "";
      return gist ? [{ text: gist, where: `the gist of ${conversation.key}` }] : [];
    }),
  ];
  return never.flatMap((string) =>
    texts.filter(({ text }) => containsString(text, string)).map(({ where }) => ({ string, where })),
  );
}

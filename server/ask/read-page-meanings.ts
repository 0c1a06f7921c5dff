import type { Encoder, Vector } from "../../engine/encoder/meaning.ts";
import { averageVectors, packVectors, sketchVector } from "../../engine/encoder/meaning.ts";
import { shareAmongWorkers } from "../db/locks.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { findUnencodedPage, listWorkspacesToEncode, storePageMeanings } from "./page-meaning-queries.ts";

const WORKSPACES_AT_ONCE = 20;
/** Limits a page to 16 kB of embeddings: 50,000 long pages have 800 MB. */
const MOST_PASSAGES = 31;
/** Questions share the encoder, so they wait for this many texts at most. */
const TEXTS_AT_ONCE = 8;
/** The limit of one workspace's turn, so that the next one does not wait. */
const LONGEST_TURN_MS = 60_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Computes embeddings of new and changed wiki pages, so that questions in other words find them. Workers share the workspaces: the
 * embeddings of one page are computed once.
 */
export async function encodePagesForAnswers(
  { db, encoder }: Pick<Deps, "db" | "encoder">,
  stopping = new AbortController().signal,
): Promise<void> {
  if (!encoder) return;
  const workspaceIds = await listWorkspacesToEncode(db, WORKSPACES_AT_ONCE);
  const lockOf = (workspaceId: string) => `embeddings of the pages of ${workspaceId}`;
  await shareAmongWorkers(db, workspaceIds, { lockOf, stopping }, async (workspaceId, signal) => {
    const until = Date.now() + LONGEST_TURN_MS;
    let after = FIRST_ID;
    while (Date.now() < until && !signal.aborted) {
      const page = await inWorkspace(db, workspaceId, (scope) => findUnencodedPage(scope, after, MOST_PASSAGES));
      if (!page) break;
      after = page.id;
      const vectors = await encode(encoder, [page.title, ...page.passages.map(passageWithHeading)]);
      const mean = averageVectors(vectors);
      const stored = { meanings: mean ? packVectors(vectors) : null, sketch: mean ? sketchVector(mean) : null };
      await inWorkspace(db, workspaceId, (scope) => storePageMeanings(scope, page, stored));
    }
  });
}

async function encode(encoder: Encoder, texts: string[]): Promise<(Vector | undefined)[]> {
  const vectors: (Vector | undefined)[] = [];
  for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE)
    vectors.push(...(await encoder.encode(texts.slice(at, at + TEXTS_AT_ONCE))));
  return vectors;
}

/** The nearest heading often names what a passage is about. */
export const passageWithHeading = ({ headings, text }: { headings: string[]; text: string }): string =>
  [headings.at(-1), text].filter(Boolean).join(": ");

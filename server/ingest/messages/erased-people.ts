import { createHash } from "node:crypto";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { listErasedPeople } from "./message-queries.ts";

export const ERASED_AUTHOR = "a former member";

/** A name of more words than this is not recognised in a sentence. */
const MOST_WORDS = 3;

/** Remembers whom to leave out, without naming them: hashes of their ids and names, of use in this workspace only. */
export function hashOfPerson(workspaceId: string, idOrName: string): string {
  return createHash("sha256")
    .update(JSON.stringify([workspaceId, idOrName]))
    .digest("hex");
}

/** What may be stored of a batch: nothing by people who were erased on request, and not their names in what others say. */
export async function withoutErasedPeople(scope: WorkspaceScope, batch: ChatMessage[]): Promise<ChatMessage[]> {
  if (batch.length === 0) return batch;
  const hashes = await listErasedPeople(scope);
  if (hashes.size === 0) return batch;
  const isErased = (idOrName: string) => hashes.has(hashOfPerson(scope.workspaceId, idOrName));
  return batch
    .filter(({ author }) => !isErased(author.externalId))
    .map((message) => ({ ...message, text: withoutNames(message.text, isErased) }));
}

/** The longest run of words that is a name goes first. */
function withoutNames(text: string, isErased: (name: string) => boolean): string {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}._'-]*/gu)];
  let written = "";
  let until = 0;
  for (let at = 0; at < words.length; at += 1) {
    for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count -= 1) {
      const first = words[at]?.index ?? 0;
      const last = words[at + count - 1];
      const end = (last?.index ?? 0) + (last?.[0].length ?? 0);
      const name = text.slice(first, end);
      const bare = name.replace(/[._'-]+$/, "");
      if (!isErased(name) && !isErased(bare)) continue;
      written += `${text.slice(until, first).replace(/@$/, "")}${ERASED_AUTHOR}`;
      until = isErased(name) ? end : first + bare.length;
      at += count - 1;
      break;
    }
  }
  return written + text.slice(until);
}

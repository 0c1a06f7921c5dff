import { createHash } from "node:crypto";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { listErasedPeople } from "./message-queries.ts";

export const ERASED_AUTHOR = "a former member";

/** The largest number of words in a name: longer names are not recognised in a sentence. */
const MOST_WORDS = 3;

/** Hashes the id or name of an erased person. The hash is valid in this workspace only. */
export function hashErasedPerson(workspaceId: string, idOrName: string): string {
  return createHash("sha256")
    .update(JSON.stringify([workspaceId, idOrName]))
    .digest("hex");
}

/** Removes messages of erased people from a batch, and their names from other messages. */
export async function dropErasedPeople(scope: WorkspaceScope, batch: ChatMessage[]): Promise<ChatMessage[]> {
  if (batch.length === 0) return batch;
  const hashes = await listErasedPeople(scope);
  if (hashes.size === 0) return batch;
  const isErased = (idOrName: string) => hashes.has(hashErasedPerson(scope.workspaceId, idOrName));
  return batch
    .filter(({ author }) => !isErased(author.externalId))
    .map((message) => ({ ...message, text: withoutNames(message.text, isErased) }));
}

/** Removes names from a text. The longest sequence of words that is a name goes first. */
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

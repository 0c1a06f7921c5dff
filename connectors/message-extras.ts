import type { MessageExtras } from "../shared/domain/chat.ts";
import { cleanName } from "./markdown-text.ts";

const MOST_FILES = 10;
const MOST_REACTIONS = 20;
const MOST_NAME_CHARACTERS = 200;
const MOST_FILE_CHARACTERS = 4_000;
const MOST_COUNT = 100_000;

interface FilesAndReactions {
  files: { name: string; text?: string | undefined }[];
  reactions: { name: string; count: number }[];
}

/**
 * Limits the size of a message's files and reactions. Returns no `beside` for a message without any. A file that is too
 * long keeps only its name.
 */
export function buildMessageExtras({ files, reactions }: FilesAndReactions): { beside?: MessageExtras } {
  const named = files
    .slice(0, MOST_FILES)
    .map(({ name, text = "" }) => ({ name: cleanName(name.slice(0, MOST_NAME_CHARACTERS)), text }))
    .filter(({ name }) => name !== "")
    .map(({ name, text }) => (text !== "" && text.length <= MOST_FILE_CHARACTERS ? { name, text } : { name }));
  const counted = reactions
    .slice(0, MOST_REACTIONS)
    .map(({ name, count }) => ({ name: cleanName(name.slice(0, MOST_NAME_CHARACTERS)), count: Math.trunc(count) }))
    .filter(({ name, count }) => name !== "" && count > 0 && count <= MOST_COUNT);
  if (named.length === 0 && counted.length === 0) return {};
  return {
    beside: { ...(named.length > 0 && { files: named }), ...(counted.length > 0 && { reactions: counted }) },
  };
}

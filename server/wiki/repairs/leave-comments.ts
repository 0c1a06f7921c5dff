import type { AddedComment, CommentChange, PostedComment, WikiCommenting } from "../../../connectors/wiki-comment.ts";
import { oneLine } from "../../../connectors/wiki-pages.ts";
import type { ActingAccount } from "./acting-account.ts";
import type { RepairChange, RepairRow } from "./repair-queries.ts";

type CommentOrder = Extract<CommentChange, { kind: "comment" }>;

/** The message that a comment goes back to. */
export interface CommentOrigin {
  authorName: string;
  channelName: string;
  sentAt: Date;
}

interface CommentPlace {
  target: WikiCommenting<Record<string, string>>;
  account: ActingAccount;
  externalId: string;
  /** The person who decided. */
  name: string;
  /** Null when not everybody may read its channel: then the comment does not mention it. */
  origin: CommentOrigin | null;
}

const LONGEST_QUOTE = 600;

/** The calls that leave an ordered comment, or delete one. */
export function createCommentSteps(row: RepairRow, change: CommentChange, place: CommentPlace, signal: AbortSignal) {
  const { target, account, externalId } = place;
  if (change.kind === "uncomment")
    return {
      // Deleting does nothing the second time, so an unknown outcome needs no look-up.
      lookUp: async () => null,
      send: async (): Promise<RepairChange> => {
        await account.act((own) => target.deleteComment(own, { externalId, id: change.id }, signal));
        return { state: "applied", trouble: null };
      },
    };
  const key = row.id.replaceAll("-", "").slice(-12);
  const left = ({ id, url }: PostedComment): RepairChange => ({
    state: "applied",
    planned: made(change, id),
    url,
    trouble: null,
  });
  return {
    async lookUp() {
      const found = await target.findComment(account.readComments, { externalId, key }, signal);
      return found && left(found);
    },
    async send() {
      const paragraphs = composeComment(change, place, key);
      const expectedVersion = row.expectedVersion ?? "";
      const comment = { externalId, expectedVersion, paragraphs, key };
      return left(await account.act((own) => target.comment(own, comment, signal)));
    },
  };
}

const made = ({ about, at, text }: CommentOrder, comment: string): AddedComment => ({
  comment,
  shown: { before: about === "replace" ? at.text : "", after: text },
});

function composeComment({ about, at, text }: CommentOrder, { name, origin }: CommentPlace, key: string): string[] {
  const heading = at.headings.at(-1);
  const lines = [
    `A suggestion for this page${heading ? `, under “${heading}”` : ""}:`,
    ...(about === "replace" ? [`It says: “${shorten(at.text)}”`, `Better: “${text}”`] : [`It lacks: “${text}”`]),
    ...(origin
      ? [`Source: ${origin.authorName} in ${origin.channelName}, ${origin.sentAt.toISOString().slice(0, 10)}`]
      : []),
    `Left by ${name} with Lorekeep (${key})`,
  ];
  return lines.map((line) => oneLine(line.toWellFormed().replace(/(?!\s)\p{Cc}|[\ufffe\uffff]/gu, "")));
}

const shorten = (text: string) => (text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);

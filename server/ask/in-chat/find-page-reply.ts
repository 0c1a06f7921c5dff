import { getManifest, type KnowledgePlatform } from "../../../connectors/manifests.ts";
import type { PageConfirmation } from "../../../shared/contract/ask.ts";
import { describePageState } from "../../../shared/domain/page-state.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { findTellingPage, listConfirmations, type TellingPage } from "../../wiki/findings/index.ts";
import { hideDeletedPages } from "../../wiki/index.ts";
import type { AnswerReply } from "./answer-words.ts";
import type { ChatAnswerRow } from "./chat-answer-queries.ts";
import type { FoundChatAnswer } from "./find-chat-answer.ts";
import { isPageReplyWanted, isQuestionThere, listTextsWithLinks } from "./page-reply-queries.ts";

/** Finds the page that says what people answered; null if the question was deleted or nobody may be told of a page. */
export async function findPageReply(deps: Deps, row: ChatAnswerRow): Promise<FoundChatAnswer | null> {
  const read = () => inWorkspace(deps.db, row.workspaceId, (scope) => readPage(scope, row));
  let found = await read();
  // Another page may say the same.
  if (found && (await hideDeletedPages(deps, row.workspaceId, [found.page.id])).size > 0) found = await read();
  if (!found) return null;
  const { page, confirmed } = found;
  return {
    question: "",
    write: null,
    verdict: "answered",
    score: 1,
    articles: [],
    words: composeReply(page, confirmed),
    articleId: null,
    articleVersion: null,
    cites: {},
    pageCites: { [page.id]: page.version },
    findingCites: [],
  };
}

async function readPage(scope: WorkspaceScope, row: ChatAnswerRow) {
  const { channelId, questionId: key } = row;
  if (channelId === null || !(await isQuestionThere(scope, row))) return null;
  const page = await findTellingPage(scope, { channelId, key });
  if (!page) return null;
  const shown = [{ pageId: page.id, position: page.position }];
  const confirmations = await listConfirmations({ ...scope, reader: null }, [page.id], shown);
  return { page, confirmed: confirmations.get(page.id) ?? null };
}

function composeReply(page: TellingPage, confirmed: PageConfirmation | null): AnswerReply {
  const { title, url, anchor, headings, platform, editedAt, editedBy } = page;
  const place = [title, ...headings.filter((above) => above !== title)].join(" › ");
  const href = anchor ? `${url}#${encodeURIComponent(anchor)}` : url;
  const state = describePageState(
    // The first confirmation is the thread itself.
    { editedAt: editedAt?.toISOString() ?? null, editedBy, confirmed: confirmed && withoutFirst(confirmed) },
    { isPosted: true },
  );
  const about = [getManifest(platform as KnowledgePlatform).name, ...state].join(", ");
  const words = { type: "text", text: place } as const;
  return {
    lead: "This is written down in your wiki:",
    sentences: [
      {
        inline: [url ? { type: "link", href, children: [words] } : words, { type: "text", text: ` (${about})` }],
        code: null,
        notes: [],
        sources: [],
      },
    ],
    article: null,
    isNote: true,
  };
}

const withoutFirst = (confirmed: PageConfirmation): PageConfirmation =>
  confirmed.times > 1 ? confirmed : { ...confirmed, said: null };

/** Whether the reply may be posted: nothing in the thread names the page yet. */
export async function mayReplyWithPage(deps: Deps, row: ChatAnswerRow): Promise<boolean> {
  const { channelId, questionId: key } = row;
  return inWorkspace(deps.db, row.workspaceId, async (scope) => {
    const page = channelId === null ? null : await findTellingPage(scope, { channelId, key });
    if (!page || !(await isPageReplyWanted(scope, row))) return false;
    const texts = await listTextsWithLinks(scope, row);
    return !texts.some((text) => linksTo(text, page));
  });
}

const LINK = /https?:\/\/[^\s<>|"'\])]+/g;

/**
 * True if the text has a link to the page, perhaps in another of the platform's forms. Such a form has the page's id as a part; another
 * page's link may have that part, too, and then the app is silent, which is the better mistake.
 */
function linksTo(text: string, { url, externalId }: Pick<TellingPage, "url" | "externalId">): boolean {
  if (!URL.canParse(url)) return false;
  const page = new URL(url);
  const uuid = externalId.includes("-") ? externalId.replaceAll("-", "") : null;
  return (text.match(LINK) ?? []).some((given) => {
    if (!URL.canParse(given)) return false;
    const link = new URL(given);
    if (link.host !== page.host) return false;
    const isSame = link.pathname.replace(/\/$/, "") === page.pathname.replace(/\/$/, "") && link.search === page.search;
    const parts = `${link.pathname}/${link.search}`.split(/[/?&=]/);
    return isSame || parts.some((part) => isId(part, externalId) || (uuid && part.replaceAll("-", "").endsWith(uuid)));
  });
}

const isId = (part: string, externalId: string) => part === externalId || part.split("-").includes(externalId);

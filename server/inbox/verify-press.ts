import type { ChatReply, StillRightPress } from "../../connectors/chat-source.ts";
import { can } from "../../shared/domain/access.ts";
import { recordChange } from "../audit/index.ts";
import { scopeForReader } from "../db/audience.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { InteractionOrigin } from "../ingest/live/index.ts";
import { findChatSource } from "../integrations/index.ts";
import { confirmArticle } from "../library/care/index.ts";
import { requireReadableArticles } from "../library/index.ts";
import { toChatAuditEntry } from "./questions/answer-question.ts";
import { findMembershipOfMember } from "./questions/press-queries.ts";

const LONGEST_REPLY_MS = 3000;
const NOT_YOURS = "Nothing was changed: this button is for somebody else, or you are no longer in the workspace.";

interface ConfirmButton {
  workspaceId: string;
  userId: string;
  articleId: string;
  /** The platform's id of the person who got the button. */
  chatUser: string;
}

/** Identifies the person who got the button, so that a press by anybody else has no effect. */
export const createStillRightToken = (
  secrets: Deps["secrets"],
  { workspaceId, userId, articleId, chatUser }: ConfirmButton,
): string => {
  const about = [workspaceId, userId, articleId].join(".");
  return `${about}.${secrets.hmac(JSON.stringify([about, chatUser]), "still-right")}`;
};

/** Handles 'Still right' in a direct message: confirms the article like the product, or tells the person why not. */
export async function handleStillRight(
  deps: Deps,
  press: StillRightPress,
  { platform, receivers }: InteractionOrigin,
): Promise<ChatReply> {
  const { by, rightToken } = press;
  const [workspaceId = "", userId = "", articleId = ""] = rightToken.split(".");
  const asked = { workspaceId, userId, articleId, chatUser: by };
  const isOurs =
    createStillRightToken(deps.secrets, asked) === rightToken &&
    receivers.some((one) => one.workspaceId === workspaceId);
  const words = isOurs ? await inWorkspace(deps.db, workspaceId, (scope) => confirm(deps, scope, asked)) : NOT_YOURS;
  findChatSource(deps.connectors, platform)
    ?.direct?.answerStillRight?.(press, words, AbortSignal.timeout(LONGEST_REPLY_MS))
    .catch(() => deps.log.warn("Who confirmed an article in the chat could not be told what came of it"));
  return null;
}

async function confirm(
  deps: Deps,
  scope: WorkspaceScope,
  { userId, articleId, chatUser }: ConfirmButton,
): Promise<string> {
  const membership = await findMembershipOfMember(scope, userId);
  if (!membership || !can({ membership }, "change", "inbox")) return NOT_YOURS;
  try {
    await requireReadableArticles(scopeForReader(scope, userId), articleId);
    await recordChange(scope, toChatAuditEntry(articleId, "still-right", userId, chatUser), () =>
      confirmArticle(deps, scope, articleId, userId),
    );
    return "Thank you. The article is confirmed.";
  } catch (error) {
    if (error instanceof AppError) return "Nothing was changed: the article is gone, or not for you to read any more.";
    throw error;
  }
}

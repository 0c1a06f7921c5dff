import type { FastifyInstance } from "fastify";
import { ModelUnavailable, writeSingleMatter } from "../../engine/contract.ts";
import { type PlainTextArticle, writingPreviewEndpoints } from "../../shared/contract/writing.ts";
import type { ArticleText, Statement } from "../../shared/domain/article.ts";
import { readInWorkspaceAs } from "../db/audience.ts";
import { readInWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict } from "../errors.ts";
import { enforceRateLimit } from "../http/rate-limit.ts";
import { serveEndpoints } from "../http/routes.ts";
import { findConversationOfArticle } from "../ingest/conversations/index.ts";
import { getArticle } from "../library/articles/index.ts";
import { requireReadableArticles } from "../library/index.ts";
import { listExampleArticles, readWritingInput, toMatter } from "../library/save/index.ts";
import { estimateWriting } from "../settings/index.ts";
import { dropMessagesBeforeRemoval } from "./removed-conversation.ts";

/** Limited, because each preview is a paid call. */
const PREVIEWS = { limit: 20, windowSeconds: 3600 };
const ONE_ARTICLE = { articles: 1, messages: 0 };

/** Routes that preview an article rewritten with the entered style and glossary. */
export function writingPreviewRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, writingPreviewEndpoints, {
    "GET /api/settings/writing/examples": ({ viewer }) =>
      readInWorkspaceAs(db, viewer, async (scope) => {
        const { model, dollars } = await estimateWriting(deps, scope, ONE_ARTICLE);
        return { examples: await listExampleArticles(scope), model, dollars };
      }),

    "POST /api/settings/writing/preview": async ({ viewer, body }) => {
      const { articleId, ...writing } = body;
      const { workspaceId } = viewer;
      const { article, conversation } = await readInWorkspaceAs(db, viewer, async (scope) => {
        await requireReadableArticles(scope, articleId);
        return {
          article: await getArticle(scope, articleId),
          conversation: await findConversationOfArticle(scope, articleId),
        };
      });
      const remaining = conversation && dropMessagesBeforeRemoval(conversation);
      if (!remaining || remaining.messages.length === 0 || remaining.hasForgotten)
        throw conflict("The chat messages of this article are no longer stored. Choose another one.");
      const engine = await deps.engines.forWorkspace(workspaceId, remaining.channelId);
      if (engine.name !== "llm") throw conflict("No language model reads the channel of this article.");
      await enforceRateLimit(db, `writing-preview ${workspaceId}`, PREVIEWS);
      const matter = toMatter(remaining);
      const channel = { id: remaining.channelId, name: article.channelName };
      const how = await readInWorkspace(db, workspaceId, (scope) => readWritingInput(scope, channel, [matter.kind]));
      const asked = { conversation: remaining, matter, beside: [] };
      const written = await writeSingleMatter(engine, asked, { ...how, ...writing }).catch((error: unknown) => {
        throw error instanceof ModelUnavailable ? conflict(error.message) : error;
      });
      const after = written.outcome === "articles" ? written.articles[0] : written.article;
      if (!after) throw conflict("The model would write nothing of this conversation. Choose another article.");
      return { before: readingOf(article), after: readingOf(after) };
    },
  });
}

const readingOf = ({ title, summary, body }: ArticleText & { title: string }): PlainTextArticle => ({
  title,
  summary: textOf(summary),
  sections: body.map(({ heading, statements }) => ({ heading, text: textOf(statements) })),
});

const textOf = (statements: readonly Statement[]) => statements.map(({ text }) => text).join(" ");

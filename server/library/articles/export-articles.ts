import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import yazl from "yazl";
import { exportBody } from "../../../shared/contract/articles.ts";
import { toFileName } from "../../../shared/domain/file-name.ts";
import { inWorkspaceAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { AppError, notFound } from "../../errors.ts";
import type { Viewer } from "../../http/routes.ts";
import { listReadableArticles } from "./queries.ts";
import { renderMarkdown } from "./views.ts";

const AT_ONCE = 50;

interface MarkdownFile {
  name: string;
  markdown: string;
  changedAt: Date;
}

/** `POST /api/articles/export`: streams the chosen articles as Markdown files. */
export function articleExportRoutes(app: FastifyInstance, deps: Deps): void {
  app.withTypeProvider<ZodTypeProvider>().post("/api/articles/export", {
    config: { access: "session", needs: ["read", "articles"] },
    schema: { body: exportBody },
    handler: async (request, reply) => {
      const { viewer, body } = request;
      if (!viewer) throw new AppError("not-signed-in", "Unauthorized");
      const files = readFiles(deps, viewer, [...new Set(body.ids)]);
      const first = await files.next();
      if (first.done) throw notFound("article");
      const isZip = body.format === "zip";
      const stream = (isZip ? zipOf : documentOf)(first.value, files, (error) =>
        request.log.error({ err: error }, "An export broke off"),
      );
      return reply
        .header("content-disposition", `attachment; filename="articles.${isZip ? "zip" : "md"}"`)
        .type(isZip ? "application/zip" : "text/markdown; charset=utf-8")
        .send(stream);
    },
  });
}

/** Gives each file a unique name, and reads the articles in batches. */
async function* readFiles(deps: Deps, viewer: Viewer, ids: string[]): AsyncGenerator<MarkdownFile, void> {
  const taken = new Set<string>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    yield* await inWorkspaceAs(deps.db, viewer, async (scope) => {
      const files: MarkdownFile[] = [];
      for (const article of await listReadableArticles(scope, ids.slice(start, start + AT_ONCE))) {
        const markdown = await renderMarkdown(deps.connectors, scope, article);
        files.push({ name: freeName(article.title, taken), markdown, changedAt: article.updatedAt });
      }
      return files;
    });
  }
}

function freeName(title: string, taken: Set<string>): string {
  const base = toFileName(title);
  let name = `${base}.md`;
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}.md`;
  taken.add(name);
  return name;
}

type Files = AsyncGenerator<MarkdownFile, void>;
type OnError = (error: unknown) => void;

function zipOf(first: MarkdownFile, rest: Files, onError: OnError): Readable {
  const zip = new yazl.ZipFile();
  const add = ({ name, markdown, changedAt }: MarkdownFile) =>
    zip.addBuffer(Buffer.from(markdown), name, { mtime: changedAt });
  const fill = async () => {
    add(first);
    for await (const file of rest) add(file);
    zip.end();
  };
  const out = new PassThrough();
  pipeline(zip.outputStream, out).catch(onError);
  fill().catch((error: unknown) => {
    onError(error);
    out.destroy(error as Error);
  });
  return out;
}

function documentOf(first: MarkdownFile, rest: Files, onError: OnError): Readable {
  const out = new PassThrough();
  pipeline(async function* () {
    yield first.markdown;
    for await (const { markdown } of rest) yield `\n---\n\n${markdown}`;
  }, out).catch(onError);
  return out;
}

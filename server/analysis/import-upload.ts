import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { EXPORT_MANIFEST } from "../../connectors/manifests.ts";
import { EXPORT_MEGABYTES } from "../../shared/domain/plans.ts";
import { findLargestExport } from "../billing/usage/index.ts";
import { toStorableText } from "../db/storable-text.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError, conflict, invalid } from "../errors.ts";
import { enforceRateLimit } from "../http/rate-limit.ts";
import type { Viewer } from "../http/routes.ts";
import type { RunRow } from "./queries.ts";
import { createExportPath, explainCopyFailure, refuseSecondImport, startImport } from "./stored-exports.ts";
import { viewRun } from "./views.ts";

const CHOOSE_EXPORT = `Choose the ZIP file of a ${EXPORT_MANIFEST.name} export.`;
const MEGABYTE = 1024 * 1024;
const LARGEST_BYTES = EXPORT_MEGABYTES.enterprise * MEGABYTE;
/** The longest upload: 2 GB at 5 Mbit/s. */
const LONGEST_UPLOAD_MS = 60 * 60 * 1000;
const UPLOADS = { limit: 10, windowSeconds: 60 * 60 };
const MAX_NAME_CHARACTERS = 200;

/**
 * `POST /api/imports`: a platform's export as multipart/form-data, streamed to the data folder. Answers 202 with its run. With
 * `?analyze=later` the messages are only stored.
 */
export function serveImportUpload(app: FastifyInstance, deps: Deps): void {
  /** Workspaces with an upload in progress in this process. */
  const receiving = new Set<string>();

  app.register(async (uploads) => {
    await uploads.register(multipart, { limits: { files: 1, fields: 0, parts: 1 } });
    uploads.post<{ Querystring: { analyze?: string } }>("/api/imports", {
      config: { access: "session", needs: ["change", "analysis"], streamsBody: true },
      // The limit of the whole request; the file has its own limit.
      bodyLimit: LARGEST_BYTES + MEGABYTE,
      handler: async (request, reply) => {
        const { viewer } = request;
        if (!viewer) throw new AppError("not-signed-in", "Unauthorized");
        if (!request.isMultipart()) throw invalid(CHOOSE_EXPORT);
        if (receiving.has(viewer.workspaceId))
          throw conflict("Another export is being uploaded. Wait until it is done.");
        receiving.add(viewer.workspaceId);
        const timer = setTimeout(() => request.raw.destroy(), LONGEST_UPLOAD_MS);
        try {
          const isAnalyzedLater = request.query.analyze === "later";
          return await reply.code(202).send(viewRun(await takeUpload(deps, viewer, request, isAnalyzedLater)));
        } finally {
          clearTimeout(timer);
          receiving.delete(viewer.workspaceId);
        }
      },
    });
  });
}

async function takeUpload(
  deps: Deps,
  viewer: Viewer,
  request: Pick<FastifyRequest, "file">,
  isAnalyzedLater: boolean,
): Promise<RunRow> {
  const { megabytes, plan } = await inWorkspace(deps.db, viewer.workspaceId, async (scope) => {
    await refuseSecondImport(scope);
    return findLargestExport(deps, scope);
  });
  await enforceRateLimit(deps.db, `upload ${viewer.workspaceId}`, UPLOADS);
  const upload = await request.file({ limits: { fileSize: megabytes * MEGABYTE } }).catch(broken);
  if (!upload) throw invalid(CHOOSE_EXPORT);
  const { name, path } = await createExportPath(deps);
  await receive(
    upload,
    path,
    `The export is larger than ${megabytes} MB${plan ? `, the most that the ${plan} plan takes` : ""}.`,
  );
  const fileName = [...toStorableText(upload.filename)].slice(-MAX_NAME_CHARACTERS).join("") || "export.zip";
  const stored = { file: name, fileName, requestedBy: viewer.userId, isAnalyzedLater };
  return startImport(deps, viewer.workspaceId, path, stored);
}

async function receive(upload: MultipartFile, path: string, tooLarge: string): Promise<void> {
  try {
    await pipeline(upload.file, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    if (upload.file.truncated) throw new AppError("too-large", tooLarge);
  } catch (error) {
    await rm(path, { force: true });
    const explained = explainCopyFailure(error);
    if (explained instanceof AppError || (error as NodeJS.ErrnoException).syscall) throw explained;
    broken(error);
  }
}

/** Turns the parser's errors, which the upload caused but which have no status, into 400. */
function broken(cause: unknown): never {
  throw new AppError("invalid", "The upload broke off or is not a form with one file. Try it again.", {}, { cause });
}

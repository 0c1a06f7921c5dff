import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError, invalid } from "../errors.ts";
import { placeForExport, startImport } from "./import-export.ts";
import { runView } from "./views.ts";

const MAX_EXPORT_BYTES = 2 * 1024 ** 3;
const MAX_NAME_CHARACTERS = 200;

/** `POST /api/imports`: a Slack export as multipart/form-data, streamed to the data folder. Answers 202 with its run. */
export function takeUploads(app: FastifyInstance, deps: Deps): void {
  app.register(async (uploads) => {
    await uploads.register(multipart, { limits: { fileSize: MAX_EXPORT_BYTES, files: 1, fields: 0, parts: 1 } });
    uploads.post("/api/imports", {
      config: { access: "session", streamsBody: true },
      // The limit of a file is its own.
      bodyLimit: MAX_EXPORT_BYTES + 1024 * 1024,
      handler: async (request, reply) => {
        const { viewer } = request;
        if (!viewer) throw new AppError("not-signed-in", "Unauthorized");
        const upload = request.isMultipart() ? await request.file() : undefined;
        if (!upload) throw invalid("Choose the ZIP file of a Slack export.");
        const { name, path } = await placeForExport(deps);
        await receive(upload, path);
        const fileName = [...upload.filename].slice(-MAX_NAME_CHARACTERS).join("") || "export.zip";
        const run = await inWorkspace(deps.db, viewer.workspaceId, (scope) =>
          startImport(deps, scope, { file: name, fileName, requestedBy: viewer.userId }),
        );
        return reply.code(202).send(runView(run));
      },
    });
  });
}

async function receive(upload: MultipartFile, path: string): Promise<void> {
  try {
    await pipeline(upload.file, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    if (upload.file.truncated) throw new AppError("too-large", "The export is larger than 2 GB.");
  } catch (error) {
    await rm(path, { force: true });
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") {
      throw new AppError("unavailable", "There is no room left on the server's disk. Nothing was stored.");
    }
    throw error;
  }
}

import { buffer } from "node:stream/consumers";
import type { FastifyReply } from "fastify";
import yazl from "yazl";
import type { ChatPlatform } from "../../connectors/manifests.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";

/** Sends the ZIP that a platform accepts as a workspace's own app. */
export async function sendAppPackage(
  { connectors, env }: Deps,
  reply: FastifyReply,
  { platform, appId }: { platform: ChatPlatform; appId: string },
): Promise<never> {
  const source = connectors.sources[platform];
  if (!source.appPackage) throw new AppError("not-found", "Nothing is uploaded to this platform.");
  const zip = new yazl.ZipFile();
  for (const { name, content } of source.appPackage(appId, env.PUBLIC_URL)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const file = `${BRAND.toLowerCase()}-${platform}-app.zip`;
  reply.type("application/zip").header("content-disposition", `attachment; filename="${file}"`);
  // The bytes are sent as they are, without the answer's schema.
  return reply.send(await buffer(zip.outputStream)) as never;
}

import type { Publication } from "../../../shared/contract/articles.ts";
import type { listPublications } from "./publication-queries.ts";

export const viewPublication = ({
  publication,
  ...of
}: Awaited<ReturnType<typeof listPublications>>[number]): Publication => ({
  id: publication.id,
  integrationId: publication.integrationId,
  integrationName: of.integrationName,
  platform: of.platform,
  state: publication.state,
  url: publication.url,
  wantedVersion: publication.wantedVersion,
  publishedVersion: publication.publishedVersion,
  ...(publication.review && { review: publication.review }),
  trouble: publication.trouble,
  notice: publication.notice,
  attempts: publication.attempts,
  nextAttemptAt: publication.state === "queued" ? publication.nextAttemptAt.toISOString() : null,
  updatedAt: publication.updatedAt.toISOString(),
});

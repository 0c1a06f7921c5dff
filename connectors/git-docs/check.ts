import { CredentialsRejected, MissingPermission } from "../errors.ts";
import type { TargetCheckResult } from "../knowledge-target.ts";
import { createGitHttp, type GitTransport } from "./git-http.ts";
import type { GitDocsConfig } from "./manifest.ts";
import { buildAuthorization, type GitSession, parseUserName } from "./session.ts";

export async function checkDestination(
  transport: GitTransport,
  work: GitSession,
  config: GitDocsConfig,
  signal?: AbortSignal,
): Promise<TargetCheckResult> {
  const { address } = work;
  const { branch } = await work.newest();
  // Write permissions are only checked when requested for writing.
  const http = createGitHttp(transport, config.apiKey, signal);
  const asWriter = { authorization: buildAuthorization(config) };
  await advertised(http, `${address.url}/info/refs?service=git-receive-pack`, asWriter).catch((error: unknown) => {
    if (!(error instanceof CredentialsRejected)) throw error;
    throw new MissingPermission(
      "The token may read this repository, but not push to it. Give it the right to write its contents.",
      "Contents: Read and write",
    );
  });
  await work.proveRequests(branch);
  const isPublic = await advertised(
    createGitHttp(transport, "nobody", signal),
    `${address.url}/info/refs?service=git-upload-pack`,
    {},
  ).then(
    () => true,
    () => false,
  );
  const where = address.isWiki ? `Wiki of ${address.name}` : `Repository ${address.name}`;
  return {
    account: parseUserName(config) ?? `the token for ${address.host}`,
    place: `${where}, ${address.folder ? `folder ${address.folder}, ` : ""}${work.isByRequest ? `by ${work.word} to` : "branch"} ${branch}`,
    warnings: isPublic ? [`Anyone on the internet can read the repository ${address.name}.`] : [],
  };
}

const advertised = (http: ReturnType<typeof createGitHttp>, url: string, headers: Record<string, string>) =>
  http.request({ url, method: "GET", headers });

import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { listPreloadedPaths, PRELOADED_DATA_ID } from "../../shared/contract/preloaded-data.ts";
import { PAGE_HEADERS } from "../../shared/domain/list-pages.ts";

/**
 * The time that a document waits for the answers, in milliseconds, because the browser draws nothing before the document
 * arrives. The page requests missing answers itself.
 */
const LONGEST_MS = 300;
/** Headers of the page's request that would change the answer of an endpoint. */
const NOT_PASSED_ON = ["accept", "accept-encoding", "if-none-match", "if-modified-since", "range", "connection"];

/**
 * Returns a script tag with the answers to the page's first requests, which saves the browser five to thirteen requests. Each
 * answer is the endpoint's own, for the same session; errors are left out.
 */
export async function collectPreloadedData(
  app: FastifyInstance,
  request: FastifyRequest,
  path: string,
): Promise<string> {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !NOT_PASSED_ON.includes(name)));
  const remoteAddress = request.socket.remoteAddress ?? "";
  const read = async (url: string) => {
    const {
      statusCode,
      payload,
      headers: said,
    } = await app.inject({
      method: "GET",
      url,
      remoteAddress,
      headers: { ...headers, accept: "application/json", "x-request-id": request.id },
    });
    // Lists with further pages are left out, because the page reads all parts itself.
    return statusCode === 200 && !said[PAGE_HEADERS.next] ? [`${JSON.stringify(url)}:${payload}`] : [];
  };
  const readAt = Date.now();
  const late = sleep(LONGEST_MS, [], { ref: false });
  const answers = await Promise.all(listPreloadedPaths(path).map((url) => Promise.race([read(url), late])));
  // Escapes '<', so that no text of an answer can end the script element or start a comment.
  const json = `{"readAt":${readAt},"answers":{${answers.flat().join(",")}}}`.replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${PRELOADED_DATA_ID}">${json}</script>`;
}

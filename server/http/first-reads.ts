import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { FIRST_READS_ID, firstReadsOf } from "../../shared/contract/first-reads.ts";
import { PAGE_HEADERS } from "../../shared/domain/list-pages.ts";

/**
 * A page does not wait longer for what comes with it: until the document is here, nothing can be drawn. What is missing it asks for by
 * itself, while its scripts already run.
 */
const LONGEST_MS = 300;
/** Of a request of the browser for a page, what would change the answer to a read. */
const NOT_PASSED_ON = ["accept", "accept-encoding", "if-none-match", "if-modified-since", "range", "connection"];

/**
 * What the page at this path reads first, as a data block for its document: one request of the browser instead of five to thirteen.
 * Each answer is that of the endpoint itself, for the same session; what it refuses is left out.
 */
export async function firstReads(app: FastifyInstance, request: FastifyRequest, path: string): Promise<string> {
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
    // Of a list that goes on, the page reads all the parts by itself.
    return statusCode === 200 && !said[PAGE_HEADERS.next] ? [`${JSON.stringify(url)}:${payload}`] : [];
  };
  const readAt = Date.now();
  const late = sleep(LONGEST_MS, [], { ref: false });
  const answers = await Promise.all(firstReadsOf(path).map((url) => Promise.race([read(url), late])));
  // No text of an answer can end the block or begin a comment.
  const json = `{"readAt":${readAt},"answers":{${answers.flat().join(",")}}}`.replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${FIRST_READS_ID}">${json}</script>`;
}

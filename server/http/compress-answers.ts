import { constants, gzipSync, zstdCompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";

const LEAST_BYTES = 1024;
/** Compressing this much takes a few milliseconds; longer answers are compressed as a stream. */
const MOST_BYTES = 512 * 1024;
const ENCODINGS = [
  {
    name: "zstd",
    isAccepted: /\bzstd\b(?! *; *q=0(?![.\d]*[1-9]))/,
    // Takes a third less time than gzip, for 2 % fewer bytes. Browsers accept it over https.
    compress: (text: string) => zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  },
  {
    name: "gzip",
    isAccepted: /\bgzip\b(?! *; *q=0(?![.\d]*[1-9]))/,
    // Takes two thirds of the time of level 6, for 5 % more bytes.
    compress: (text: string) => gzipSync(text, { level: 3 }),
  },
];
const TEXT = /^(application\/json|application\/scim\+json|text\/)/;

/**
 * Compresses answers at once, which frees memory immediately. A stream for each answer took a hundred megabytes of a
 * busy process (`npm run bench -- memory`), because its memory outside the heap is only freed when the heap is
 * collected.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async ({ headers }, reply, payload) => {
    if (typeof payload !== "string" || payload.length < LEAST_BYTES || payload.length > MOST_BYTES) return payload;
    const isText = TEXT.test(String(reply.getHeader("content-type")));
    const accepted = String(headers["accept-encoding"] ?? "");
    const encoding = ENCODINGS.find(({ isAccepted }) => isAccepted.test(accepted));
    if (!isText || reply.hasHeader("content-encoding") || !encoding) return payload;
    reply.header("content-encoding", encoding.name).removeHeader("content-length");
    const vary = String(reply.getHeader("vary") ?? "");
    reply.header("vary", vary ? `${vary}, accept-encoding` : "accept-encoding");
    return encoding.compress(payload);
  });
}

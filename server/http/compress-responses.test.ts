import { gunzipSync, zstdDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { compressResponses } from "./compress-responses.ts";

const WORDS = "Restart the worker. ".repeat(200);
const app = Fastify();
compressResponses(app);
app.get("/long", async () => ({ words: WORDS }));
app.get("/changing", async () => ({ words: WORDS, count }));
app.post("/long", async () => ({ words: WORDS }));
let count = 0;
app.get("/short", async () => ({ words: "Restart." }));

const ask = (url: string, accepted: string) => app.inject({ url, headers: { "accept-encoding": accepted } });

it.each([
  ["gzip, deflate, br, zstd", "zstd", zstdDecompressSync],
  ["gzip, deflate, br", "gzip", gunzipSync],
  ["gzip, zstd;q=0", "gzip", gunzipSync],
  ["zstd; q=0.5", "zstd", zstdDecompressSync],
] as const)("A browser that accepts '%s' gets %s, and the same words.", async (accepted, encoding, decompress) => {
  const { headers, rawPayload } = await ask("/long", accepted);
  expect(headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
  expect(rawPayload.length).toBeLessThan(200);
  expect(JSON.parse(decompress(rawPayload).toString())).toEqual({ words: WORDS });
});

it("An answer is sent uncompressed if it is short or the browser accepts none of the encodings.", async () => {
  for (const answer of [await ask("/short", "gzip, zstd"), await ask("/long", "br"), await ask("/long", "gzip;q=0")])
    expect([answer.headers["content-encoding"], answer.json().words]).toEqual([undefined, expect.any(String)]);
});

it("A reader who has the answer gets 304 without a body until the answer changes.", async () => {
  const first = await ask("/changing", "gzip");
  const again = () =>
    app.inject({
      url: "/changing",
      headers: { "accept-encoding": "zstd", "if-none-match": String(first.headers.etag) },
    });
  const same = await again();
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, "", first.headers.etag]);
  count += 1;
  const changed = await again();
  expect(changed.statusCode).toBe(200);
  expect(JSON.parse(zstdDecompressSync(changed.rawPayload).toString()).count).toBe(1);
  expect(changed.headers.etag).not.toBe(first.headers.etag);
});

it("The answer to a write has no ETag, and two equal answers are the same bytes.", async () => {
  const written = await app.inject({ method: "POST", url: "/long", headers: { "accept-encoding": "gzip" } });
  expect(written.headers.etag).toBeUndefined();
  const [one, other] = [await ask("/long", "gzip"), await ask("/long", "gzip")];
  expect(one.rawPayload).toEqual(other.rawPayload);
  expect(JSON.parse(gunzipSync(other.rawPayload).toString())).toEqual({ words: WORDS });
});

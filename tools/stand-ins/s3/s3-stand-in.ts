import { createHash, createHmac, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type StandIn, startStandIn } from "../stand-in.ts";

/**
 * An S3 server with one bucket, addressed by path like MinIO: https://docs.aws.amazon.com/AmazonS3/latest/API/. It
 * verifies signatures and hashes.
 */
export interface S3StandIn extends StandIn {
  readonly objects: Map<string, { body: Buffer; at: Date }>;
  /** Multipart uploads that were neither completed nor aborted. */
  readonly openUploads: Map<string, Map<number, Buffer>>;
}

const SMALLEST_PART = 5 * 1024 ** 2;
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
const etagOf = (body: Buffer) => `"${createHash("md5").update(body).digest("hex")}"`;

export async function startS3StandIn({
  bucket = "backups",
  region = "us-east-1",
  keyId = "AKIATEST",
  secret = "test/secret",
  pageSize = 1000,
} = {}): Promise<S3StandIn> {
  const objects = new Map<string, { body: Buffer; at: Date }>();
  const openUploads = new Map<string, Map<number, Buffer>>();
  const refuse = (reply: FastifyReply, status: number, code: string) =>
    reply.code(status).type("application/xml").send(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  const xml = (reply: FastifyReply, text: string) => reply.type("application/xml").send(`<?xml version="1.0"?>${text}`);

  const standIn = await startStandIn("s3", (app: FastifyInstance) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    app.addHook("preHandler", async (request, reply) => {
      if (request.url.startsWith("/_stand-in/")) return;
      const problem = findProblem(request, { region, keyId, secret });
      if (problem) return refuse(reply, 403, problem);
    });
    const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
    const queryOf = ({ query }: FastifyRequest) => query as Record<string, string | undefined>;
    const keyOf = ({ params }: FastifyRequest) => (params as { "*": string })["*"];

    app.get(`/${bucket}`, async (request, reply) => {
      const { prefix = "", "continuation-token": token = "" } = queryOf(request);
      const names = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > token).toSorted();
      const page = names.slice(0, pageSize);
      const contents = page.map((key) => {
        const { body, at } = objects.get(key) ?? { body: Buffer.alloc(0), at: new Date() };
        return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${etagOf(body)}</ETag><Size>${body.length}</Size></Contents>`;
      });
      const next = names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
      return xml(reply, `<ListBucketResult><Name>${bucket}</Name>${contents.join("")}${next}</ListBucketResult>`);
    });
    app.get(`/${bucket}/*`, async (request, reply) => {
      const object = objects.get(keyOf(request));
      return object ? reply.type("application/octet-stream").send(object.body) : refuse(reply, 404, "NoSuchKey");
    });
    app.put(`/${bucket}/*`, async (request, reply) => {
      const { uploadId, partNumber } = queryOf(request);
      const body = bodyOf(request);
      if (!uploadId) objects.set(keyOf(request), { body, at: new Date() });
      else if (openUploads.has(uploadId)) openUploads.get(uploadId)?.set(Number(partNumber), body);
      else return refuse(reply, 404, "NoSuchUpload");
      return reply.header("etag", etagOf(body)).send();
    });
    app.post(`/${bucket}/*`, async (request, reply) => {
      const { uploadId } = queryOf(request);
      if (uploadId === undefined) {
        const id = randomUUID();
        openUploads.set(id, new Map());
        return xml(reply, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      }
      const parts = openUploads.get(uploadId);
      if (!parts) return refuse(reply, 404, "NoSuchUpload");
      const named = [
        ...bodyOf(request)
          .toString()
          .matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g),
      ];
      const bodies = named.map(([, number]) => parts.get(Number(number)) ?? Buffer.alloc(0));
      if (named.some(([, , etag], place) => etag !== etagOf(bodies[place] ?? Buffer.alloc(0))))
        return refuse(reply, 400, "InvalidPart");
      if (bodies.slice(0, -1).some(({ length }) => length < SMALLEST_PART)) return refuse(reply, 400, "EntityTooSmall");
      openUploads.delete(uploadId);
      objects.set(keyOf(request), { body: Buffer.concat(bodies), at: new Date() });
      return xml(reply, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
    });
    app.delete(`/${bucket}/*`, async (request, reply) => {
      const { uploadId } = queryOf(request);
      if (uploadId) openUploads.delete(uploadId);
      else objects.delete(keyOf(request));
      return reply.code(204).send();
    });
  });
  return Object.assign(standIn, { objects, openUploads });
}

/**
 * Returns the error in a request's signature (version 4, in the header):
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function findProblem(
  { method, url, headers, body }: FastifyRequest,
  { region, keyId, secret }: { region: string; keyId: string; secret: string },
): string | null {
  const [, credential = "", signedHeaders = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(headers.authorization ?? "") ??
    [];
  const [id, day = "", ...scope] = credential.split("/");
  if (id !== keyId) return "InvalidAccessKeyId";
  if (scope.join("/") !== `${region}/s3/aws4_request`) return "AuthorizationHeaderMalformed";
  const given = String(headers["x-amz-content-sha256"]);
  if (given !== sha256(Buffer.isBuffer(body) ? body : "")) return "XAmzContentSHA256Mismatch";
  const [path = "", query = ""] = url.split("?");
  const sorted = query.split("&").filter(Boolean).toSorted().join("&");
  const lines = signedHeaders.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, sorted, lines.join(""), signedHeaders, given].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], [day, ...scope].join("/"), sha256(canonical)].join("\n");
  const key = ["aws4_request", "s3", region, day].reduceRight<Buffer | string>(
    (last, part) => hmac(last, part),
    `AWS4${secret}`,
  );
  return createHmac("sha256", key).update(toSign).digest("hex") === signature ? null : "SignatureDoesNotMatch";
}

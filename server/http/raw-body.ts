import type { FastifyInstance, FastifyRequest } from "fastify";

/** The received bytes of a body, over which the sender computed the signature. */
class RawBody {
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  get bytes(): Buffer {
    return this.#bytes;
  }
}

/** Accepts every body as bytes, whatever its content type. */
export function parseRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, bytes, done) =>
    done(null, new RawBody(bytes as Buffer)),
  );
}

export const getRawBody = ({ body }: FastifyRequest): Buffer =>
  body instanceof RawBody ? body.bytes : Buffer.alloc(0);

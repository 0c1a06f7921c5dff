import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";
import { z } from "zod";
import { newId } from "../../db/new-id.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { OAUTH_PATHS } from "./addresses.ts";
import { buildClientMetadata, isPlainName, isSafeRedirect } from "./client-metadata.ts";
import { insertClient } from "./oauth-queries.ts";
import { isRefusal } from "./refusal.ts";

const PER_NETWORK = { limit: 20, windowSeconds: 60 * 60 };
const PER_INSTALLATION = { limit: 500, windowSeconds: 60 * 60 };
/** The most registered programs. Programs that nobody connects are deleted after a day. */
const MOST_CLIENTS = 10_000;

/** The metadata of a program that we need. Other metadata is not stored. */
const registration = z.object({
  client_name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine(isPlainName, "Signs that cannot be seen are not allowed.")
    .optional(),
  redirect_uris: z.array(z.string().min(1).max(500)).min(1).max(10),
});

/** Registers programs without a client metadata document (RFC 7591), limited in rate and number. */
export function clientRegistrationRoutes(
  app: FastifyInstance,
  { db }: Pick<Deps, "db">,
  provider: () => Promise<Provider>,
): void {
  app.post(OAUTH_PATHS.register, { bodyLimit: 16 * 1024 }, async (request, reply) => {
    await enforceRateLimit(db, `oauth registration ${getNetwork(request.ip)}`, PER_NETWORK);
    await enforceRateLimit(db, "oauth registration", PER_INSTALLATION);
    const said = registration.safeParse(request.body);
    if (!said.success)
      return reply.code(400).send({ error: "invalid_client_metadata", error_description: z.prettifyError(said.error) });
    const { client_name, redirect_uris } = said.data;
    if (!redirect_uris.every(isSafeRedirect))
      return reply.code(400).send({
        error: "invalid_redirect_uri",
        error_description:
          "redirect_uris may be https, the own computer, a known app, or a scheme named after a domain",
      });
    const client = { id: newId(), name: client_name ?? hostOf(redirect_uris[0]), redirectUris: redirect_uris };
    try {
      refuseUnlessValid(await provider(), client);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return reply.code(400).send({ error: error.error, error_description: error.error_description });
    }
    if (!(await insertClient(db, client, MOST_CLIENTS)))
      throw new AppError("unavailable", "Too many apps have registered. Try again tomorrow.", {
        retryAfterSeconds: 60 * 60,
      });
    reply.code(201).headers({ "cache-control": "no-store" });
    return { ...buildClientMetadata(client), client_id_issued_at: Math.floor(Date.now() / 1000) };
  });
}

/** The library's types declare no argument, but the constructor needs one. */
function refuseUnlessValid({ Client }: Provider, client: Parameters<typeof buildClientMetadata>[0]): void {
  new (Client as unknown as new (metadata: object) => object)(buildClientMetadata(client));
}

const hostOf = (uri = "") => (URL.canParse(uri) && new URL(uri).host) || "an app";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { API_VERSION, type StripeAccount } from "./account.ts";
import { expandAnswer } from "./answers.ts";
import { catalogueEndpoints } from "./endpoints/catalogue.ts";
import { customerEndpoints } from "./endpoints/customers.ts";
import type { Endpoint, Endpoints } from "./endpoints/endpoint.ts";
import { intentEndpoints } from "./endpoints/intents.ts";
import { invoiceEndpoints } from "./endpoints/invoices.ts";
import { sessionEndpoints } from "./endpoints/sessions.ts";
import { subscriptionEndpoints } from "./endpoints/subscriptions.ts";
import { CallParameters, createInvalidError, parseForm, StripeFailure, type Tree } from "./wire.ts";

const ENDPOINTS: Endpoints = {
  ...catalogueEndpoints,
  ...customerEndpoints,
  ...intentEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...sessionEndpoints,
};

export interface Keys {
  /** The secret key `sk_test_…`, for the product's server. */
  secretKey: string;
  /** The publishable key `pk_test_…`, for browsers. */
  publishableKey: string;
}

interface IdempotentResponse {
  asked: string;
  status: number;
  body: unknown;
}

/** The API below `/v1`, with Stripe's handling of keys, versions, idempotency and errors. */
export function apiRoutes(app: FastifyInstance, account: StripeAccount, keys: Keys): void {
  const remembered = new Map<string, IdempotentResponse>();

  app.removeContentTypeParser("application/x-www-form-urlencoded");
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
    done(null, parseForm(text as string)),
  );
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({
      "access-control-allow-origin": "*",
      "request-id": account.newId("request"),
      "stripe-version": API_VERSION,
    });
  });
  app.options("/v1/*", (_request, reply) =>
    reply
      .headers({
        "access-control-allow-methods": "GET, POST, DELETE",
        "access-control-allow-headers": "authorization, content-type, stripe-version",
      })
      .code(204)
      .send(),
  );
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof StripeFailure) return answerFailure(request, reply, error);
    throw error;
  });
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: "/v1/*",
    handler: (request) => {
      throw new StripeFailure(404, {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${request.method}: ${pathOf(request)}). The stand-in knows what Lorekeep uses.`,
      });
    },
  });

  for (const [line, endpoint] of Object.entries(ENDPOINTS)) {
    const [method = "GET", url = ""] = line.split(" ");
    app.route({ method, url, handler: (request, reply) => answer(request, reply, endpoint) });
  }

  function answer(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) {
    const { key: keyInBody, ...tree } = (
      request.method === "GET" ? parseForm(request.url.split("?")[1] ?? "") : (request.body ?? {})
    ) as Tree;
    const isSpacePublic = authenticate(request, keyInBody, endpoint);
    const version = request.headers["stripe-version"];
    if (version !== undefined && version !== API_VERSION)
      throw createInvalidError(`The stand-in speaks ${API_VERSION} only, not ${String(version)}.`);

    const key = request.method === "POST" ? request.headers["idempotency-key"] : undefined;
    if (typeof key !== "string") return perform(request, tree, endpoint, isSpacePublic);
    if (key.length > 255) throw createInvalidError("Idempotency keys have up to 255 characters.");
    const asked = `${request.method} ${pathOf(request)} ${JSON.stringify(tree)}`;
    const before = remembered.get(key);
    if (before) {
      if (before.asked !== asked)
        throw new StripeFailure(400, {
          type: "idempotency_error",
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      return reply.header("idempotent-replayed", "true").code(before.status).send(before.body);
    }
    try {
      const body = perform(request, tree, endpoint, isSpacePublic);
      remembered.set(key, { asked, status: 200, body });
      return body;
    } catch (error) {
      // A declined charge is stored like a success. Any other error was thrown before work was done, so the same
      // idempotency key may be used again.
      if (error instanceof StripeFailure && error.status === 402)
        remembered.set(key, { asked, status: 402, body: envelope(error) });
      throw error;
    }
  }

  function perform(request: FastifyRequest, tree: Tree, endpoint: Endpoint, isSpacePublic: boolean): unknown {
    const given = new CallParameters(tree);
    given.only([...endpoint.takes, "expand"]);
    const { id = "" } = request.params as { id?: string };
    if (isSpacePublic && id && !given.text("client_secret"))
      throw createInvalidError("Missing required param: client_secret.", {
        param: "client_secret",
        code: "parameter_missing",
      });
    if (!isSpacePublic && typeof tree["card"] === "object" && "number" in tree["card"])
      throw new StripeFailure(402, {
        type: "invalid_request_error",
        message:
          "Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.",
      });
    const key = request.headers["idempotency-key"];
    account.request = { id: account.newId("request"), idempotency_key: typeof key === "string" ? key : null };
    try {
      const origin = `http://${request.headers.host}`;
      const found = endpoint.run({ account, id, given, origin });
      return expandAnswer(account, isSpacePublic ? forBrowser(found) : found, given);
    } finally {
      account.request = null;
    }
  }

  /** Checks the key. Returns true for a browser's key. */
  function authenticate(request: FastifyRequest, keyInBody: Tree[string] | undefined, endpoint: Endpoint): boolean {
    const [scheme, value = ""] = (request.headers.authorization ?? "").split(" ");
    const user = scheme === "Basic" ? Buffer.from(value, "base64").toString().split(":")[0] : value;
    const key = user || (typeof keyInBody === "string" ? keyInBody : "");
    if (key === keys.secretKey) return false;
    const refuse = (message: string, code?: string) =>
      new StripeFailure(401, { type: "invalid_request_error", message, ...(code && { code }) });
    if (key === "")
      throw refuse(
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      );
    if (key !== keys.publishableKey) throw refuse(`Invalid API Key provided: ${masked(key)}`);
    if (endpoint.isPublic) return true;
    throw refuse(
      "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
      "secret_key_required",
    );
  }
}

/** Removes fields that a browser must not see: the customer and the server's metadata. */
function forBrowser(found: unknown): unknown {
  const { customer: _customer, metadata: _metadata, ...shown } = structuredClone(found) as Record<string, unknown>;
  return shown;
}

function answerFailure(request: FastifyRequest, reply: FastifyReply, failure: StripeFailure): FastifyReply {
  if (failure.status === 402) reply.header("stripe-should-retry", "false");
  return reply.code(failure.status).send(envelope(failure, request));
}

function envelope({ error }: StripeFailure, request?: FastifyRequest) {
  const requestLog = request && { request_log_url: `http://${request.headers.host}/_stand-in/calls` };
  return { error: { ...error, ...requestLog } };
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?")[0] ?? "";
}

function masked(key: string): string {
  return `${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`;
}

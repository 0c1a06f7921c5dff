import type { FastifyInstance, FastifyRequest } from "fastify";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { networkOf } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { type ChatIntegrationRow, noteProof, openChatConfig } from "../../integrations/index.ts";
import { CannotOpen } from "../../secrets/key-ring.ts";
import { listIntegrationsOfTeam } from "./queries.ts";

const SIGNED_WITHIN_SECONDS = 300;

/** For each network: Slack's own requests are always signed. */
const WRONG_SIGNATURES = { limit: 60, windowSeconds: 60 };

/** The bytes as they came: a signature is over them. Nothing else looks into it. */
class RawBody {
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  get bytes(): Buffer {
    return this.#bytes;
  }
}

/** Every body is taken as bytes, whatever it calls itself. */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, bytes, done) =>
    done(null, new RawBody(bytes as Buffer)),
  );
}

export const bytesOf = ({ body }: FastifyRequest): Buffer => (body instanceof RawBody ? body.bytes : Buffer.alloc(0));

export function slackDeliveries({ connectors }: Deps) {
  const deliveries = connectors.sources.slack.live?.deliveries;
  if (!deliveries) throw notGenuine();
  return deliveries;
}

/** Whether the integration's secret signed these bytes. A credential that cannot be opened signed nothing. */
export function isSignedFor(deps: Deps, request: FastifyRequest, row: ChatIntegrationRow): boolean {
  if (row.grantId) return isSignedByOperator(deps, request);
  try {
    const config = openChatConfig(deps.secrets, row);
    return slackDeliveries(deps).isGenuine(config, { body: bytesOf(request), headers: request.headers });
  } catch (error) {
    if (error instanceof CannotOpen) return false;
    throw error;
  }
}

/** Of the app that the operator configured. */
export function isSignedByOperator(deps: Deps, request: FastifyRequest): boolean {
  const secret = deps.env.SLACK_SIGNING_SECRET?.reveal();
  const delivery = { body: bytesOf(request), headers: request.headers };
  return secret !== undefined && slackDeliveries(deps).isGenuine({ signingSecret: secret }, delivery);
}

/** The integrations of this team whose own secret signed the request: a team may be connected by several workspaces. */
export async function listReceivers(
  deps: Deps,
  request: FastifyRequest,
  teamId: string | null,
): Promise<ChatIntegrationRow[]> {
  const ofTeam = teamId === null ? [] : await listIntegrationsOfTeam(deps.db, "slack", teamId);
  const receivers = ofTeam.filter((row) => isSignedFor(deps, request, row));
  await noteSigned(deps, receivers);
  if (receivers.length > 0) return receivers;
  if (looksSigned(request)) await noteOtherSecret(deps, ofTeam);
  if (ofTeam.length === 0) {
    // A team that nobody has connected takes as long to refuse as a wrong signature.
    slackDeliveries(deps).isGenuine(
      { signingSecret: "nobody's" },
      { body: bytesOf(request), headers: request.headers },
    );
  }
  return refuse(deps, request);
}

/** The first request that a secret signed proves that the secret is right. */
export async function noteSigned(deps: Deps, rows: ChatIntegrationRow[]): Promise<void> {
  await note(deps, rows, "proven", "A request from Slack was signed with it.");
}

/** The team's secret seems to be wrong. One that was proven right stays so, whoever sends what. */
function noteOtherSecret(deps: Deps, rows: ChatIntegrationRow[]): Promise<void> {
  const text =
    "A request came for this team that was signed with another secret. Copy the Signing Secret again from Basic Information, App Credentials.";
  return note(deps, rows, "refused", text);
}

async function note(deps: Deps, rows: ChatIntegrationRow[], state: "proven" | "refused", text: string): Promise<void> {
  const { field } = slackDeliveries(deps);
  const proof = { state, text, at: new Date().toISOString() };
  for (const row of rows) {
    const known = row.proofs[field]?.state;
    if (!row.secrets[field] || known === "proven" || known === state) continue;
    await inWorkspace(deps.db, row.workspaceId, async (scope) => {
      if (await noteProof(scope, row, field, proof))
        await deps.events.notify(scope, { type: "integration", id: row.id });
    });
  }
}

/** Has the form of a signature, made just now. */
const looksSigned = ({ headers }: FastifyRequest) =>
  /^v0=[0-9a-f]{64}$/.test(String(headers["x-slack-signature"] ?? "")) &&
  Math.abs(Date.now() / 1000 - Number(headers["x-slack-request-timestamp"])) <= SIGNED_WITHIN_SECONDS;

export async function refuse({ db }: Deps, { ip }: FastifyRequest): Promise<never> {
  await enforceRateLimit(db, `slack-events ${networkOf(ip)}`, WRONG_SIGNATURES);
  throw notGenuine();
}

const notGenuine = () => new AppError("not-signed-in", "The signature is missing, wrong or too old.");

import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { Stripe } from "stripe";
import { signatureHeaders } from "../../../tools/stand-ins/slack/event-deliveries.ts";
import { ALL_SCOPES } from "../../../tools/stand-ins/slack/slack-stand-in.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { createToken, hashToken } from "../../workspace/accounts/tokens.ts";
import { buildPublication, buildUser, buildWorkspace } from "../factories.ts";
import { ROW_OF_RESOURCE } from "../rows-of-resources.ts";
import type { BadRequest } from "./requests.ts";

const SIGNING_SECRET = "0123456789abcdef0123456789abcdef";
const BOT_TOKEN = "xoxb-good-token-1";
/** The team of the Slack stand-in. */
export const BAD_INPUT_TEAM = {
  team: { id: "TBAD", name: "Acme", domain: "acme" },
  users: [{ id: "U1", name: "ada" }],
  botToken: BOT_TOKEN,
  scopes: ALL_SCOPES,
  channels: [{ id: "C1", name: "support", messages: [] }],
};
/**
 * After this many requests, the company is created again: some requests turn out valid and remove rows, people or
 * sessions.
 */
const RENEWED_AFTER = 150;
const PATIENCE_MS = 300;

export interface BadInputStage {
  app: FastifyInstance;
  deps: Deps;
  webhookSecret: string;
}

interface Company {
  cookie: string;
  scimToken: string;
  ids: Map<string, string>;
}

/**
 * Sends bad requests one after the other. They concern a company with one row of each kind, which is sometimes created
 * again.
 */
export class BadInputCaller {
  readonly #stage: BadInputStage;
  #company: Company | null = null;
  #asked = 0;

  constructor(stage: BadInputStage) {
    this.#stage = stage;
  }

  async ask(request: BadRequest): Promise<LightMyRequestResponse> {
    const { app, deps } = this.#stage;
    if (!this.#company || this.#asked % RENEWED_AFTER === 0) this.#company = await this.#newCompany();
    this.#asked += 1;
    // Removes rate limits and imports, because these would answer most requests.
    await deps.db.$client.query("truncate rate_limits");
    if (request.url.startsWith("/api/imports")) await this.#endRuns();
    const answer = await this.#answerTo(app.inject(this.#filledIn(request, this.#company)));
    if (answer.statusCode === 401 && request.by !== "nobody") this.#company = null;
    return answer;
  }

  #filledIn({ method, url, by, headers, payload, signed }: BadRequest, company: Company): InjectOptions {
    const fill = (text: string) =>
      text.replaceAll(/\[\[([\w-]+)\]\]/g, (_, name: string) => company.ids.get(name) ?? name);
    const body = typeof payload === "string" ? fill(payload) : payload;
    return {
      method: method as "POST",
      url: fill(url),
      headers: {
        ...(by === "owner" && { cookie: company.cookie }),
        ...(by === "provider" && { authorization: `Bearer ${company.scimToken}` }),
        ...(signed && url.startsWith("/api/slack/") && signatureHeaders(String(body ?? ""), SIGNING_SECRET)),
        ...(signed &&
          url.startsWith("/api/stripe/") && { "stripe-signature": this.#stripeSignature(String(body ?? "")) }),
        ...headers,
      },
      ...(body !== undefined && { payload: body }),
    };
  }

  #stripeSignature(payload: string): string {
    return Stripe.webhooks.generateTestHeaderString({ payload, secret: this.#stage.webhookSecret });
  }

  /** No worker runs, so this method ends the runs for which a request waits. */
  async #answerTo(pending: Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
    for (;;) {
      const answer = await Promise.race([pending, sleep(PATIENCE_MS)]);
      if (answer) return answer;
      await this.#endRuns();
    }
  }

  async #endRuns(): Promise<void> {
    const { deps } = this.#stage;
    const { rows } = await deps.db.$client.query<{ id: string; workspaceId: string }>(
      `update runs set state = 'done' where state in ('queued', 'running') returning id, workspace_id as "workspaceId"`,
    );
    for (const { id, workspaceId } of rows)
      await inWorkspace(deps.db, workspaceId, (scope) => deps.events.notify(scope, { type: "run", id }));
  }

  async #newCompany(): Promise<Company> {
    const { app, deps } = this.#stage;
    const { db } = deps;
    const { id: workspaceId } = await buildWorkspace(db, { plan: "enterprise" });
    const person = await buildUser(db, { workspaceId });
    const token = createToken();
    await db.$client.query(
      `insert into sessions (token_hash, workspace_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [hashToken(token), workspaceId, person.id],
    );
    const cookie = `sid=${token}`;
    const ids = new Map<string, string>();
    for (const [name, build] of Object.entries(ROW_OF_RESOURCE)) ids.set(name, (await build(db, { workspaceId })).id);
    const articleId = ids.get("articles");
    if (articleId) ids.set("publications", (await buildPublication(db, { workspaceId, articleId })).id);
    const post = async (url: string, payload?: object) => {
      const answer = await app.inject({ method: "POST", url, headers: { cookie }, ...(payload && { payload }) });
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
      return answer.json<Record<string, string>>();
    };
    const config = { botToken: BOT_TOKEN, signingSecret: SIGNING_SECRET };
    const chat = await post("/api/collaboration-integrations", { name: "Team chat", platform: "slack", config });
    await db.$client.query("update chat_integrations set team_id = 'TBAD' where id = $1", [chat["id"]]);
    ids.set("collaboration-integrations", chat["id"] ?? "");
    const { token: scimToken = "" } = await post("/api/provisioning/tokens");
    return { cookie, scimToken, ids };
  }
}

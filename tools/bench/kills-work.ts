import type pg from "pg";
import type { CollaborationIntegration, Integration } from "../../shared/contract/integrations.ts";
import { DEFAULT_REVIEW_SETTINGS } from "../../shared/domain/inbox.ts";
import type { Company, KnowledgeThread } from "./company.ts";
import type { ExpectedPageEdit } from "./kills-verdict.ts";
import type { RetryingVisitor } from "./kills-visitor.ts";
import { SIGNING_SECRET } from "./life-company.ts";

/** Simulates people's work while processes are killed: people write, edit, request analyses and edit published pages. */
export class SimulatedPeople {
  readonly edits: ExpectedPageEdit[] = [];
  readonly #company: Company;
  readonly #visitor: RetryingVisitor;
  readonly #pool: pg.Pool;
  readonly #random: () => number;
  readonly #waiting: KnowledgeThread[];
  #channels: { id: string; channelId: string }[] = [];
  #turn = 0;

  constructor(company: Company, visitor: RetryingVisitor, pool: pg.Pool, random: () => number) {
    this.#company = company;
    this.#visitor = visitor;
    this.#pool = pool;
    this.#random = random;
    this.#waiting = company.moreThreads();
  }

  async connect(): Promise<void> {
    const { platforms, botToken } = this.#company;
    // Switches drafts off, so that every article is published on each platform.
    const review = { ...DEFAULT_REVIEW_SETTINGS, reviewNewChannels: false, acceptedRisk: 100 };
    await this.#visitor.call("PUT", "/api/review-settings", review);
    for (const { integration } of platforms)
      await this.#visitor.call<Integration>("POST", "/api/integrations", integration);
    const { id: integrationId } = await this.#visitor.call<CollaborationIntegration>(
      "POST",
      "/api/collaboration-integrations",
      { name: "Slack", platform: "slack", config: { botToken, signingSecret: SIGNING_SECRET } },
    );
    await this.#visitor.call("POST", `/api/collaboration-integrations/${integrationId}/test`);
    for (const { id, name } of this.#company.team.data.channels) {
      const wanted = { channelId: id, channelName: name, platform: "slack", isActive: true, checkFrequencyMinutes: 10 };
      this.#channels.push(await this.#visitor.call("POST", "/api/channels", { ...wanted, integrationId }));
    }
  }

  analyseEverything(): void {
    for (const { id } of this.#channels) this.#visitor.poke("POST", "/api/analyze", { channelId: id });
  }

  /** Does the next kind of action, each kind in turn. */
  async goOn(): Promise<void> {
    this.#turn += 1;
    if (this.#turn % 3 === 0) this.#tell();
    if (this.#turn % 3 === 1) this.#correct();
    if (this.#turn % 3 === 2) await this.#analyseAgain();
    if (this.#turn % 5 === 0 && this.edits.length < 24) await this.#writeOnPage();
    this.#causeFault();
  }

  #tell(): void {
    const thread = this.#waiting.shift();
    if (!thread) return;
    const { team } = this.#company;
    let root: string | undefined;
    for (const { user = "", text = "" } of thread.messages) {
      const posted = team.post(thread.channelId, { user, text, ...(root && { thread_ts: root }) });
      root ??= posted.ts;
    }
    this.#analyse(thread.channelId);
  }

  /** A person edits a message, which creates a new version of an article that may be in publication at that moment. */
  #correct(): void {
    const { team } = this.#company;
    const channel = this.#pick(team.data.channels.filter(({ is_im }) => !is_im));
    const message = this.#pick(channel.messages.filter(({ bot_id }) => bot_id === undefined));
    if (!message?.user || !message.text) return;
    const words = `Checked again on day ${this.#turn}.`;
    team.edit(channel.id, message.ts, `${message.text} ${words}`);
    team.reply(channel.id, message.thread_ts ?? message.ts, { user: message.user, text: words });
    this.#analyse(channel.id);
  }

  async #analyseAgain(): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string }>("select id from articles order by id");
    const article = this.#pick(rows);
    if (article) this.#visitor.poke("POST", `/api/articles/${article.id}/reanalyze`);
    const channel = this.#pick(this.#channels);
    this.#visitor.poke("POST", "/api/analyze", { channelId: channel.id });
  }

  async #writeOnPage(): Promise<void> {
    const { rows } = await this.#pool.query<{ platform: ExpectedPageEdit["platform"]; externalId: string }>(
      `select i.type as platform, p.external_id as "externalId" from publications p
       join knowledge_integrations i on i.id = p.integration_id where p.external_id is not null order by p.id`,
    );
    const page = this.#pick(rows);
    if (!page || this.edits.some(({ pageId }) => pageId === page.externalId)) return;
    const words = `Written by a person, number ${this.edits.length + 1}.`;
    const spot = { where: "top", random: this.#random } as const;
    await this.#company.platform(page.platform).write(page.externalId, words, spot);
    this.edits.push({ platform: page.platform, pageId: page.externalId, words });
  }

  /** Delays a tenth of the writes to a platform by a second, and sometimes loses the response. */
  #causeFault(): void {
    const { standIn, writes } = this.#pick(this.#company.platforms);
    const match = this.#pick(writes);
    const chance = this.#random();
    if (chance < 0.5) standIn.fail({ match, kind: { late: 1000 } });
    else if (chance < 0.65) standIn.fail({ match, kind: { afterWork: this.#pick(["hang", "reset", "status-500"]) } });
  }

  #analyse(channelId: string): void {
    const channel = this.#channels.find((row) => row.channelId === channelId);
    if (channel) this.#visitor.poke("POST", "/api/analyze", { channelId: channel.id });
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
}

import type { Page } from "@playwright/test";
import type { Article } from "../../shared/contract/articles.ts";
import type { AvailableChannel, Channel } from "../../shared/contract/channels.ts";
import type { CollaborationIntegration, Integration } from "../../shared/contract/integrations.ts";
import { IT_HELP, SUPPORT } from "./small-team.ts";
import { expect } from "./story.ts";
import { SIGNING_SECRET, type StoryData } from "./story-data.ts";

/** Prepares a test's data through the product's API as the person who is signed in on the page. */
export class WorkspaceSetup {
  readonly #page: Page;
  readonly #place: StoryData;

  constructor(page: Page, place: StoryData) {
    this.#page = page;
    this.#place = place;
  }

  /** Reads Slack and writes its articles, three in a small team. Publishes them to the platforms that are already connected. */
  async fill(channels: string[] = [IT_HELP, SUPPORT]): Promise<void> {
    await this.connectSlack();
    for (const channel of await this.monitor(...channels)) await this.analyse(channel);
  }

  connectConfluence(): Promise<Integration> {
    return this.#call("POST", "/api/integrations", { name: "Handbook", type: "confluence", ...this.#place.confluence });
  }

  connectNotion(): Promise<Integration> {
    return this.#call("POST", "/api/integrations", {
      name: "Notes",
      type: "notion",
      baseUrl: "",
      ...this.#place.notion,
    });
  }

  connectSlack(): Promise<CollaborationIntegration> {
    const { teamName: name, botToken } = this.#place.slack;
    const config = { botToken, signingSecret: SIGNING_SECRET };
    return this.#call("POST", "/api/collaboration-integrations", { name, platform: "slack", config });
  }

  async monitor(...names: string[]): Promise<Channel[]> {
    const offered = await this.#call<AvailableChannel[]>("GET", "/api/slack/channels");
    return Promise.all(
      offered
        .filter(({ name }) => names.includes(name))
        .map(({ id: channelId, name: channelName, integrationId }) =>
          this.#call<Channel>("POST", "/api/channels", {
            channelId,
            channelName,
            integrationId,
            platform: "slack",
            isActive: true,
            checkFrequencyMinutes: 10,
          }),
        ),
    );
  }

  analyse({ id }: Pick<Channel, "id">): Promise<{ messagesProcessed: number; articlesCreated: number }> {
    return this.#call("POST", "/api/analyze", { channelId: id });
  }

  channels(): Promise<Channel[]> {
    return this.#call("GET", "/api/channels");
  }

  articles(): Promise<Article[]> {
    return this.#call("GET", "/api/articles");
  }

  async #call<T>(method: string, path: string, data?: unknown): Promise<T> {
    const answer = await this.#page.request.fetch(path, { method, ...(data !== undefined && { data }) });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  }
}

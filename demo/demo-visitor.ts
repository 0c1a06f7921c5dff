import { setTimeout as sleep } from "node:timers/promises";
import type { Article } from "../shared/contract/articles.ts";
import type { CollaborationIntegration, Integration } from "../shared/contract/integrations.ts";
import type { DemoPlatforms } from "./demo-world.ts";

const LOOK_AGAIN_MS = 1000;
const LONGEST_PUBLISHING_MS = 240_000;

/** Does over the product's own interface what a new user would do in the browser. */
export class DemoVisitor {
  readonly #address: string;
  readonly #say: (sentence: string) => void;
  #cookie = "";
  #channels: { id: string; channelName: string }[] = [];

  constructor(address: string, say: (sentence: string) => void) {
    this.#address = address;
    this.#say = say;
  }

  async signIn(email: string, password: string): Promise<void> {
    const answer = await fetch(`${this.#address}/api/login`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: this.#address, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ email, password }),
    });
    this.#cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
    if (!this.#cookie) throw new Error(`Signing in to the demo failed (${answer.status}).`);
  }

  async connectPlatforms({ teams, knowledge }: DemoPlatforms): Promise<void> {
    for (const platform of knowledge) {
      const { id } = await this.#call<Integration>("POST", "/api/integrations", platform);
      const { valid, error } = await this.#call<{ valid: boolean; error: string | null }>(
        "POST",
        `/api/integrations/${id}/test`,
      );
      if (!valid) throw new Error(`${platform.name}: ${error}`);
      this.#say(`Connected ${platform.name}.`);
    }
    for (const { name, botToken, signingSecret } of teams) {
      const config = { botToken, signingSecret };
      const made = await this.#call<CollaborationIntegration>("POST", "/api/collaboration-integrations", {
        name,
        platform: "slack",
        config,
      });
      const { success, message } = await this.#call<{ success: boolean; message: string }>(
        "POST",
        `/api/collaboration-integrations/${made.id}/test`,
      );
      if (!success) throw new Error(`${name}: ${message}`);
      this.#say(`Connected the Slack team ${name}.`);
    }
  }

  async monitorChannels({ teams }: DemoPlatforms): Promise<void> {
    const integrations = await this.#call<CollaborationIntegration[]>("GET", "/api/collaboration-integrations");
    const offered = await this.#call<{ id: string; name: string; integrationId: string }[]>(
      "GET",
      "/api/slack/channels",
    );
    for (const { name: team } of teams) {
      const integration = integrations.find(({ name }) => name === team);
      for (const channel of offered.filter(({ integrationId }) => integrationId === integration?.id)) {
        const wanted = { channelId: channel.id, channelName: channel.name, checkFrequencyMinutes: 10, isActive: true };
        this.#channels.push(
          await this.#call("POST", "/api/channels", {
            ...wanted,
            platform: "slack",
            integrationId: channel.integrationId,
          }),
        );
      }
    }
    this.#say(
      `Monitoring ${this.#channels.length} channels: ${this.#channels.map(({ channelName }) => `#${channelName}`).join(" ")}`,
    );
  }

  async analyseEverything(): Promise<void> {
    for (const { id, channelName } of this.#channels) {
      const done = await this.#call<{ messagesProcessed: number; articlesCreated: number }>("POST", "/api/analyze", {
        channelId: id,
      });
      this.#say(`  #${channelName}: ${done.messagesProcessed} messages read, ${done.articlesCreated} articles written`);
    }
  }

  /** Until no article waits for a platform any more. */
  async waitForPublications(): Promise<void> {
    const deadline = Date.now() + LONGEST_PUBLISHING_MS;
    for (let last = ""; ; ) {
      const articles = await this.#call<Article[]>("GET", "/api/articles");
      const waiting = articles.filter(({ status }) => status === "processing").length;
      const line = `Publishing: ${articles.length - waiting} of ${articles.length} articles are on both platforms`;
      if (line !== last) this.#say(line);
      last = line;
      const failed = articles.filter(({ status }) => status === "failed");
      if (failed.length > 0) throw new Error(`${failed.length} articles could not be published.`);
      if (waiting === 0) return;
      if (Date.now() > deadline) throw new Error(`${waiting} articles were not published in time.`);
      await sleep(LOOK_AGAIN_MS);
    }
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        cookie: this.#cookie,
        origin: this.#address,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

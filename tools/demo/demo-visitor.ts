import { setTimeout as sleep } from "node:timers/promises";
import { getManifest } from "../../connectors/manifests.ts";
import type { Run } from "../../shared/contract/analysis.ts";
import type { Article, ArticlePage } from "../../shared/contract/articles.ts";
import type { MergePreview } from "../../shared/contract/canonical.ts";
import type { AvailableChannel, Channel } from "../../shared/contract/channels.ts";
import type { InboxPage } from "../../shared/contract/inbox.ts";
import type { CollaborationIntegration, Integration } from "../../shared/contract/integrations.ts";
import type { DemoPlatforms } from "./demo-world.ts";
import { buildReviewedEdit, DEMO_NOTE, type ReviewedArticle } from "./reviewed-articles.ts";

const LOOK_AGAIN_MS = 1000;
const LONGEST_PUBLISHING_MS = 240_000;

/** Performs a new user's steps through the product's API. */
export class DemoVisitor {
  readonly #address: string;
  readonly #say: (sentence: string) => void;
  #cookie = "";
  #channels: Channel[] = [];

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

  async connectPlatforms({ chats, knowledge }: DemoPlatforms): Promise<void> {
    for (const platform of knowledge) {
      const { id } = await this.#call<Integration>("POST", "/api/integrations", platform);
      const { valid, error } = await this.#call<{ valid: boolean; error: string | null }>(
        "POST",
        `/api/integrations/${id}/test`,
      );
      if (!valid) throw new Error(`${platform.name}: ${error}`);
      this.#say(`Connected ${platform.name}.`);
    }
    for (const chat of chats) {
      const made = await this.#call<CollaborationIntegration>("POST", "/api/collaboration-integrations", chat);
      const { success, message } = await this.#call<{ success: boolean; message: string }>(
        "POST",
        `/api/collaboration-integrations/${made.id}/test`,
      );
      if (!success) throw new Error(`${chat.name}: ${message}`);
      this.#say(`Connected ${getManifest(chat.platform).name}${chat.platform === "slack" ? ` of ${chat.name}` : ""}.`);
    }
  }

  /** Starts monitoring the channels that the demo reads, in order, and the channels that it leaves for the visitor to read. */
  async monitorChannels({ readingOrder, unread, asksInThreads }: DemoPlatforms): Promise<void> {
    const integrations = await this.#call<CollaborationIntegration[]>("GET", "/api/collaboration-integrations");
    const offered = await this.#call<AvailableChannel[]>("GET", "/api/slack/channels");
    for (const { id, platform } of integrations)
      if (platform === "google-chat")
        offered.push(...(await this.#call<AvailableChannel[]>("GET", `/api/google-chat/spaces?integrationId=${id}`)));
    for (const wantedName of [...readingOrder, ...unread]) {
      const found = offered.find(({ name }) => name === wantedName);
      if (!found) throw new Error(`No channel is named ${wantedName}.`);
      const { id, name, integrationId } = found;
      const platform = integrations.find((integration) => integration.id === integrationId)?.platform;
      const wanted = { channelId: id, channelName: name, platform, integrationId };
      const monitored = { ...wanted, checkFrequencyMinutes: 10, isActive: true };
      const channel = await this.#call<Channel>("POST", "/api/channels", monitored);
      if (!unread.includes(name)) this.#channels.push(channel);
    }
    const asking = this.#channels.find(({ channelName }) => channelName === asksInThreads);
    if (asking) await this.#call("PUT", `/api/collaboration-channels/${asking.id}/questions`, { isOn: true });
    this.#say(`Monitoring ${this.#channels.length + unread.length} channels.`);
  }

  /** Analyzes the channels; a colleague reviews the resulting drafts before anything is published. */
  async analyseEverything(
    reviewed: ReviewedArticle[],
    { reviewer = this, onFirst }: { reviewer?: DemoVisitor; onFirst?: () => void } = {},
  ): Promise<void> {
    const all = this.#channels.length;
    const width = Math.max(...this.#channels.map(({ channelName }) => channelName.length));
    for (const [index, { id, channelName }] of this.#channels.entries()) {
      const { runId } = await this.#call<{ runId: string }>("POST", "/api/analyze", { channelId: id });
      const { messagesRead, articlesCreated } = await this.#endOf(runId);
      const approved = await reviewer.review(reviewed.filter(({ channel }) => channel === channelName));
      this.#say(
        `  ${String(index + 1).padStart(2)} of ${all}  ${channelName.padEnd(width)}  ${String(messagesRead).padStart(4)} messages read, ${String(articlesCreated).padStart(2)} articles written, ${approved} reviewed and published`,
      );
      if (index === 0) onFirst?.();
    }
  }

  /** Merges, edits and approves these drafts. Returns their number. */
  async review(reviewed: ReviewedArticle[]): Promise<number> {
    if (reviewed.length === 0) return 0;
    const { items } = await this.#call<InboxPage>("GET", "/api/inbox?kind=draft&limit=100");
    const drafts = await Promise.all(
      items.map(async ({ id: item, article: { id } }) => ({ item, article: await this.#article(id) })),
    );
    const find = (words: string) =>
      drafts.find(({ article }) => article.sources.some(({ text }) => cites(text, words)));
    let approved = 0;
    for (const wanted of reviewed) {
      const draft = find(wanted.cites);
      if (!draft) continue;
      const { id } = draft.article;
      const double = wanted.with === null ? undefined : find(wanted.with);
      if (double && double !== draft) await this.#merge(double.article.id, id);
      await this.#call("PUT", `/api/articles/${id}/content`, buildReviewedEdit(await this.#article(id), wanted));
      await this.#call("POST", `/api/inbox/${draft.item}/decide`, { choice: "approve", note: DEMO_NOTE });
      approved += 1;
    }
    return approved;
  }

  /** Merges one draft into another. Where both differ, the sentences of the other draft stay. */
  async #merge(id: string, into: string): Promise<void> {
    const { from } = await this.#call<MergePreview>("GET", `/api/articles/${id}/merge/${into}`);
    const choices = from.sentences
      .filter(({ relation }) => relation === "contradicts")
      .map(({ key }) => ({ key, choice: "leave" }));
    await this.#call("POST", `/api/articles/${id}/merge`, { into, choices });
  }

  #article(id: string): Promise<ArticlePage> {
    return this.#call("GET", `/api/articles/${id}`);
  }

  /**
   * Waits until the pages of the article that cites this message are published. Returns the article's path, with a parameter
   * that offers to edit the message.
   */
  async firstArticle(text: string): Promise<string> {
    const deadline = Date.now() + LONGEST_PUBLISHING_MS;
    for (;;) {
      for (const { id } of await this.#call<Article[]>("GET", "/api/articles")) {
        const { sources, publications } = await this.#call<ArticlePage>("GET", `/api/articles/${id}`);
        const source = sources.find((one) => one.text.includes(text));
        if (source && publications.every(({ state }) => state === "published"))
          return `/articles/${id}?try=${encodeURIComponent(source.id)}`;
      }
      if (Date.now() > deadline) throw new Error("The first article was not published in time.");
      await sleep(LOOK_AGAIN_MS);
    }
  }

  /** Returns the path of the article that cites a Slack message; null when no article cites the message. */
  async articleCiting({ channelId, ts }: { channelId: string; ts: string }): Promise<string | null> {
    const message = `/archives/${channelId}/p${ts.replace(".", "")}`;
    for (const { id } of await this.#call<Article[]>("GET", "/api/articles")) {
      const { sources } = await this.#call<ArticlePage>("GET", `/api/articles/${id}`);
      if (sources.some(({ permalink }) => permalink?.endsWith(message))) return `/articles/${id}`;
    }
    return null;
  }

  /** Waits for the end of a run. The call returns after a minute at the latest, but the run may take longer. */
  async #endOf(runId: string): Promise<NonNullable<Run["result"]>> {
    for (;;) {
      const { state, result, error } = await this.#call<Run>("GET", `/api/runs/${runId}`);
      if (state === "failed" || (state === "done" && !result)) throw new Error(error ?? "An analysis failed.");
      if (state === "done" && result) return result;
      await sleep(LOOK_AGAIN_MS);
    }
  }

  /** Waits until no article is queued for a platform. */
  async waitForPublications(): Promise<void> {
    const deadline = Date.now() + LONGEST_PUBLISHING_MS;
    for (let last = ""; ; ) {
      const articles = await this.#call<Article[]>("GET", "/api/articles");
      const waiting = articles.filter(({ status }) => status === "processing").length;
      const drafts = articles.filter(({ status }) => status === "draft" || status === "held").length;
      const published = articles.length - drafts - waiting;
      const line = `Publishing: ${published} of ${published + waiting} reviewed articles are on both platforms; ${drafts} drafts wait in the inbox`;
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

const cites = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());

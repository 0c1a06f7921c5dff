import { loadDemoTeam, loadKnowledge } from "../demo/chat.ts";
import { ALL_SCOPES, type SlackMessage, startSlackStandIn } from "../stand-ins/slack/slack-stand-in.ts";
import type { BenchPlatform, PlatformType } from "./platforms/platform.ts";
import { startPlatforms } from "./platforms/start.ts";

/** A conversation worth an article, first message first, in the channel with this id. */
export interface KnowledgeThread {
  channelId: string;
  messages: SlackMessage[];
}

export interface CompanyOptions {
  /** The number of times that the demo's conversations are posted, each time in other channels. */
  tellings: number;
  /** The knowledge platforms to publish to. */
  platforms?: PlatformType[];
  /** Changes a message's text; unchanged when absent. */
  inOtherWords?: (text: string) => string;
}

export type Company = Awaited<ReturnType<typeof startCompany>>;

const BOT_TOKEN = "xoxb-bench";

/**
 * Starts a Slack team with conversations worth an article, and the platforms to publish to, which are stand-ins and real
 * servers.
 */
export async function startCompany({
  tellings,
  platforms: types = ["confluence", "notion"],
  inOtherWords = (text) => text,
}: CompanyOptions) {
  const demo = loadDemoTeam("business", new Date());
  const told = Array.from({ length: tellings }, (_, telling) => threadsOf(telling)).flat();
  const channels = [...Map.groupBy(told, ({ channelId }) => channelId)].map(([id, threads]) => ({
    id,
    name: `talk-${id.toLowerCase()}`,
    messages: threads.flatMap(({ messages }) => messages),
  }));
  const { id, name, domain, users } = demo;
  const slack = await startSlackStandIn({
    teams: [{ team: { id, name, domain }, botToken: BOT_TOKEN, scopes: ALL_SCOPES, users, channels }],
    retryDelaysMs: [1_000, 20_000, 60_000],
  });
  const platforms = await startPlatforms(types);
  return {
    slack,
    platforms,
    platform(type: PlatformType): BenchPlatform {
      const found = platforms.find((one) => one.type === type);
      if (!found) throw new Error(`The company does not publish to ${type}.`);
      return found;
    },
    clearFaults: () => {
      for (const { standIn } of platforms) standIn.clearFaults();
    },
    team: slack.team(id),
    /** Further conversations for later, whose messages are not posted yet. */
    moreThreads: () => threadsOf(0),
    botToken: BOT_TOKEN,
    environment: {
      SLACK_API_URL: `${slack.url}/api`,
      ...Object.assign({}, ...platforms.map(({ environment }) => environment)),
      EGRESS_ALLOW: [slack, ...platforms.map(({ standIn }) => standIn)].map(({ url }) => new URL(url).host).join(","),
    },
    close: async () => {
      for (const one of [slack, ...platforms]) await one.close();
    },
  };

  function threadsOf(telling: number): KnowledgeThread[] {
    const said = new Map(demo.channels.flatMap(({ messages }) => messages.map((message) => [message.ts, message])));
    return loadKnowledge(new Date()).map(({ channel, messages }) => {
      const [root = ""] = messages;
      return {
        channelId: `${channel}${telling}`,
        messages: messages.flatMap((ts) => {
          const { user, text } = said.get(ts) ?? {};
          return user && text ? [{ type: "message", user, text: inOtherWords(text), ts, thread_ts: root }] : [];
        }),
      };
    });
  }
}

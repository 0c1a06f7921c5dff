import { loadDemoTeam, loadKnowledge } from "../demo/chat.ts";
import { DEFAULT_ACCOUNT, startConfluenceStandIn } from "../stand-ins/confluence/server.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN, startNotionStandIn } from "../stand-ins/notion/server.ts";
import { ALL_SCOPES, type SlackMessage, startSlackStandIn } from "../stand-ins/slack/slack-stand-in.ts";

/** A thread worth an article, first message first, in the channel of this id. */
export interface Thread {
  channelId: string;
  messages: SlackMessage[];
}

export interface CompanyOptions {
  /** How often the demo's conversations worth keeping are told, each telling in channels of its own. */
  tellings: number;
  /** The knowledge platforms to publish to. */
  platforms?: string[];
  /** Changes what a message says; as the demo says it when absent. */
  inOtherWords?: (text: string) => string;
}

export type Company = Awaited<ReturnType<typeof startCompany>>;

const BOT_TOKEN = "xoxb-bench";
const SPACE = { key: "LORE", name: "Team knowledge" };
const OTHER_SPACE = { key: "ELSE", name: "Elsewhere" };
const OTHER_PARENT = { id: "2a2b3c4d5e6f47018293a4b5c6d7e8f9", title: "Elsewhere" };

/** Where people move pages to. */
export const ELSEWHERE = { confluence: OTHER_SPACE.key, notion: OTHER_PARENT.id };

/** A Slack team with conversations worth keeping, and the platforms to publish them to; all of them stand-ins. */
export async function startCompany({
  tellings,
  platforms = ["confluence", "notion"],
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
  });
  const confluence = await startConfluenceStandIn({ spaces: [SPACE, OTHER_SPACE] });
  const notion = await startNotionStandIn({ parents: [DEFAULT_PARENT, OTHER_PARENT] });
  const standIns = [slack, confluence, notion];
  return {
    slack,
    confluence,
    notion,
    team: slack.team(id),
    /** Another telling, for work that arrives later; its messages are yet to be posted. */
    moreThreads: () => threadsOf(0),
    botToken: BOT_TOKEN,
    /** Where pages are published to. */
    places: { confluence: SPACE.key, notion: DEFAULT_PARENT.id },
    knowledge: [
      {
        name: "Confluence",
        type: "confluence",
        baseUrl: confluence.url,
        spaceId: SPACE.key,
        apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
      },
      { name: "Notion", type: "notion", baseUrl: "", spaceId: DEFAULT_PARENT.id, apiKey: DEFAULT_TOKEN.token },
    ].filter(({ type }) => platforms.includes(type)),
    environment: {
      SLACK_API_URL: `${slack.url}/api`,
      CONFLUENCE_GATEWAY_URL: confluence.gatewayUrl,
      NOTION_API_URL: notion.url,
      EGRESS_ALLOW: standIns.map(({ url }) => new URL(url).host).join(","),
    },
    close: async () => {
      for (const standIn of standIns) await standIn.close();
    },
  };

  function threadsOf(telling: number): Thread[] {
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

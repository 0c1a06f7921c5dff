import { loadDemoTeam, loadKnowledge } from "../demo/chat.ts";
import { DEFAULT_ACCOUNT, startConfluenceStandIn } from "../stand-ins/confluence/server.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN, startNotionStandIn } from "../stand-ins/notion/server.ts";
import { ALL_SCOPES, type SlackMessage, startSlackStandIn } from "../stand-ins/slack/slack-stand-in.ts";

/** A thread worth an article, first message first, in the channel of this id. */
export interface Thread {
  channelId: string;
  messages: SlackMessage[];
}

export type Company = Awaited<ReturnType<typeof startCompany>>;

const SPACE = { key: "LORE", name: "Team knowledge" };
const BOT_TOKEN = "xoxb-bench";
/** How often the demo's conversations are told before the start; equal titles on purpose. */
const TELLINGS = 3;

/** A Slack team with more than a hundred conversations worth keeping, and the two platforms to publish them to. */
export async function startCompany() {
  const team = loadDemoTeam("business", new Date());
  const told = Array.from({ length: TELLINGS }, (_, telling) => threadsOf(telling)).flat();
  const channels = [...Map.groupBy(told, ({ channelId }) => channelId)].map(([id, threads]) => ({
    id,
    name: `talk-${id.slice(-3).toLowerCase()}`,
    messages: threads.flatMap(({ messages }) => messages),
  }));
  const { id, name, domain, users } = team;
  const slack = await startSlackStandIn({
    teams: [{ team: { id, name, domain }, botToken: BOT_TOKEN, scopes: ALL_SCOPES, users, channels }],
  });
  const confluence = await startConfluenceStandIn({ spaces: [SPACE] });
  const notion = await startNotionStandIn();
  const platforms = [slack, confluence, notion];
  return {
    slack,
    confluence,
    notion,
    team: slack.team(id),
    /** Another telling, for the work that arrives during the killing; its messages are yet to be posted. */
    moreThreads: () => threadsOf(0),
    botToken: BOT_TOKEN,
    knowledge: [
      {
        name: "Confluence",
        type: "confluence",
        baseUrl: confluence.url,
        spaceId: SPACE.key,
        apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
      },
      { name: "Notion", type: "notion", baseUrl: "", spaceId: DEFAULT_PARENT.id, apiKey: DEFAULT_TOKEN.token },
    ],
    environment: {
      SLACK_API_URL: `${slack.url}/api`,
      NOTION_API_URL: notion.url,
      EGRESS_ALLOW: platforms.map(({ url }) => new URL(url).host).join(","),
    },
    close: async () => {
      for (const platform of platforms) await platform.close();
    },
  };

  /** The conversations judged worth keeping, each as a thread, in channels of their own for each telling. */
  function threadsOf(telling: number): Thread[] {
    const said = new Map(team.channels.flatMap(({ messages }) => messages.map((message) => [message.ts, message])));
    return loadKnowledge(new Date()).map(({ channel, messages }) => {
      const [root = ""] = messages;
      return {
        channelId: `${channel}${telling}`,
        messages: messages.flatMap((ts) => {
          const { user, text } = said.get(ts) ?? {};
          return user && text ? [{ type: "message", user, text, ts, thread_ts: root }] : [];
        }),
      };
    });
  }
}

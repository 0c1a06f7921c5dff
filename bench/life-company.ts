import { loadDemoTeam, loadKnowledge } from "../demo/chat.ts";
import { DEFAULT_ACCOUNT, startConfluenceStandIn } from "../stand-ins/confluence/server.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN, startNotionStandIn } from "../stand-ins/notion/server.ts";
import { ALL_SCOPES, type SlackMessage, startSlackStandIn } from "../stand-ins/slack/slack-stand-in.ts";

export type LifeCompany = Awaited<ReturnType<typeof startLifeCompany>>;

export const SIGNING_SECRET = "stand-in-signing-secret";
const BOT_TOKEN = "xoxb-life";
const SPACE = { key: "LORE", name: "Team knowledge" };

/** A word that nobody else says, in every sentence of one message: where it stands, that message is quoted. */
export const markOf = (number: number) => `zq${number.toString(36).padStart(4, "0")}x`;

/** A Slack team whose conversations worth keeping are told `tellings` times, every message in words of its own. */
export async function startLifeCompany(tellings: number, platforms: string[]) {
  const team = loadDemoTeam("business", new Date());
  const said = new Map(team.channels.flatMap(({ messages }) => messages.map((message) => [message.ts, message])));
  let count = 0;
  const channels = Array.from({ length: tellings }, (_, telling) =>
    [...Map.groupBy(loadKnowledge(new Date()), ({ channel }) => channel)].map(([channel, threads]) => ({
      id: `${channel}${telling}`,
      name: `talk-${channel.slice(-3).toLowerCase()}-${telling}`,
      messages: threads.flatMap(({ messages }): SlackMessage[] => {
        const [root = ""] = messages;
        return messages.flatMap((ts) => {
          const { user, text } = said.get(ts) ?? {};
          count += 1;
          return user && text
            ? [{ type: "message", user, text: marked(text, markOf(count)), ts, thread_ts: root }]
            : [];
        });
      }),
    })),
  ).flat();
  const { id, name, domain, users } = team;
  const slack = await startSlackStandIn({
    teams: [{ team: { id, name, domain }, botToken: BOT_TOKEN, scopes: ALL_SCOPES, users, channels }],
  });
  const confluence = await startConfluenceStandIn({ spaces: [SPACE] });
  const notion = await startNotionStandIn();
  const standIns = [slack, confluence, notion];
  return {
    slack,
    confluence,
    notion,
    team: slack.team(id),
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
    ].filter(({ type }) => platforms.includes(type)),
    environment: {
      SLACK_API_URL: `${slack.url}/api`,
      NOTION_API_URL: notion.url,
      EGRESS_ALLOW: standIns.map(({ url }) => new URL(url).host).join(","),
    },
    close: async () => {
      for (const standIn of standIns) await standIn.close();
    },
  };
}

/** Before the end of each sentence; code stays as it is. */
function marked(text: string, mark: string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replace(/(\p{L}{2,})([.!?])(?=\s|$)/gu, `$1 ${mark}$2`)))
    .join("")
    .replace(/(\p{L}{2,})\s*$/u, `$1 ${mark}`);
}

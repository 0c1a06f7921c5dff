import { DEFAULT_ACCOUNT, startConfluenceStandIn } from "../stand-ins/confluence/server.ts";
import { startMailStandIn } from "../stand-ins/mail/mail.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN, startNotionStandIn } from "../stand-ins/notion/server.ts";
import { ALL_SCOPES, startSlackStandIn } from "../stand-ins/slack/slack-stand-in.ts";
import { loadDemoTeams } from "./chat.ts";

export type StandIns = Awaited<ReturnType<typeof startStandIns>>;

const SIGNING_SECRET = "demo-signing-secret";
const SPACE = { key: "LORE", name: "Team knowledge" };

/** Slack with the demo's two teams, Confluence, Notion and a mailbox, all on 127.0.0.1; free ports when none are given. */
export async function startStandIns(ports: { slack: number; confluence: number; notion: number; mail: number } | null) {
  const teams = loadDemoTeams(new Date()).map((team) => ({ team, botToken: `xoxb-demo-${team.id}` }));
  const slack = await startSlackStandIn({
    port: ports?.slack ?? 0,
    signingSecret: SIGNING_SECRET,
    teams: teams.map(({ team, botToken }) => ({
      team: { id: team.id, name: team.name, domain: team.domain },
      botToken,
      scopes: ALL_SCOPES,
      users: team.users,
      channels: team.channels,
    })),
  });
  const confluence = await startConfluenceStandIn({ port: ports?.confluence ?? 0, spaces: [SPACE] });
  const notion = await startNotionStandIn({ port: ports?.notion ?? 0 });
  const mail = await startMailStandIn({ port: ports?.mail ?? 0 });
  const servers = [slack, confluence, notion, mail];
  return {
    teams: teams.map(({ team, botToken }) => ({ ...team, botToken, signingSecret: SIGNING_SECRET })),
    slack,
    confluence,
    notion,
    mailPage: mail.url,
    /** What a knowledge manager would type into the two forms. */
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
    /** The guard on outgoing calls stays: it is told these hosts and ports, one by one. */
    environment: {
      SLACK_API_URL: `${slack.url}/api`,
      NOTION_API_URL: notion.url,
      SMTP_URL: mail.smtpUrl,
      EGRESS_ALLOW: [slack, confluence, notion].map(({ url }) => new URL(url).host).join(","),
    },
    close: async () => {
      for (const server of servers) await server.close();
    },
  };
}

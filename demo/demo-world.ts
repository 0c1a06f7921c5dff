import { DEFAULT_ACCOUNT } from "../stand-ins/confluence/server.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN } from "../stand-ins/notion/server.ts";
import { ALL_SCOPES } from "../stand-ins/slack/slack-stand-in.ts";
import type { StandIns } from "../stand-ins/start-stand-ins.ts";
import { loadDemoTeams } from "./chat.ts";

const SIGNING_SECRET = "demo-signing-secret";
const SPACE = { key: "LORE", name: "Team knowledge" };

/** What a knowledge manager would type into the forms. */
export interface DemoPlatforms {
  teams: { name: string; botToken: string; signingSecret: string }[];
  knowledge: { name: string; type: string; baseUrl: string; spaceId: string; apiKey: string }[];
}

/** The demo's two Slack teams and one Confluence space, for `startStandIns`. */
export function demoWorld() {
  const teams = loadDemoTeams(new Date()).map((team) => ({ team, botToken: `xoxb-demo-${team.id}` }));
  return {
    slack: {
      signingSecret: SIGNING_SECRET,
      teams: teams.map(({ team, botToken }) => ({
        team: { id: team.id, name: team.name, domain: team.domain },
        botToken,
        scopes: ALL_SCOPES,
        users: team.users,
        channels: team.channels,
      })),
    },
    confluence: { spaces: [SPACE] },
    platformsOf: ({ confluence }: Pick<StandIns, "confluence">): DemoPlatforms => ({
      teams: teams.map(({ team: { name }, botToken }) => ({ name, botToken, signingSecret: SIGNING_SECRET })),
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
    }),
  };
}

import { generateKeyPairSync } from "node:crypto";
import * as confluence from "../stand-ins/confluence/server.ts";
import { GIT_REPOSITORY, GIT_TOKEN, startGitServer } from "../stand-ins/git/server.ts";
import { USER_SCOPES } from "../stand-ins/google-chat/google-chat-stand-in.ts";
import * as intercom from "../stand-ins/intercom/server.ts";
import * as jira from "../stand-ins/jira/server.ts";
import { startMediaWikiServer } from "../stand-ins/mediawiki/server.ts";
import { explainMissingMediaWiki, startMediaWiki, WIKI_CATEGORY, WIKI_PASSWORD } from "../stand-ins/mediawiki/site.ts";
import * as notion from "../stand-ins/notion/server.ts";
import { operatorApps } from "../stand-ins/operator-apps.ts";
import * as servicenow from "../stand-ins/servicenow/server.ts";
import * as sharepoint from "../stand-ins/sharepoint/server.ts";
import { ALL_SCOPES } from "../stand-ins/slack/slack-stand-in.ts";
import type { StandIns, StandInsOptions } from "../stand-ins/start-stand-ins.ts";
import { ALL_PERMISSIONS } from "../stand-ins/teams/teams-stand-in.ts";
import * as zendesk from "../stand-ins/zendesk/server.ts";
import { createSmallTeam, SUPPORT } from "./small-team.ts";

/** The values that a new user enters, by the form's labels; `allow` is the choice on the platform's OAuth page. */
export interface GuideInput {
  guide: string;
  kind: "chat" | "knowledge";
  fields: Record<string, string>;
  allow?: string;
  /** The channel to read; only for chat platforms. */
  channel?: string;
}

const TENANT = sharepoint.DEFAULT_TENANT;
const TEAM = "fbe2bf47-16c8-47cf-b4a5-4b9b187c508b";
const TEAMS_CHANNEL = "19:support@thread.tacv2";
const ROBOT = "lorekeep@acme.iam.gserviceaccount.com";
const ANA = "ana@acme.example";
const READING = USER_SCOPES;
export const SLACK_TOKEN = "xoxb-of-the-guides-1";
const talk = createSmallTeam(new Date());
const said = talk.channels.find(({ name }) => name === SUPPORT)?.messages ?? [];

const keys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const people = talk.users.map(({ id, real_name: name = id }) => ({ id, name }));

/** Builds options for the stand-ins of every platform, and the operator's OAuth apps for this address of the product. */
export function buildStandInOptions(publicUrl: string, { withTeams }: { withTeams: boolean }): StandInsOptions {
  const appFor = (platform: string) => operatorApps(publicUrl, platform);
  return {
    slack: {
      limits: "off",
      oauth: { apps: appFor("slack") },
      teams: [
        {
          team: { id: "T1", name: "Larkmoor", domain: "larkmoor" },
          botToken: SLACK_TOKEN,
          scopes: [...ALL_SCOPES],
          ...talk,
        },
      ],
    },
    googleChat: {
      spaces: [
        { id: "AAAA", displayName: "Support", people: people.map(({ name }, at) => ({ id: `${at + 1}`, name })) },
      ],
      tokens: {},
      serviceAccounts: [
        {
          clientEmail: ROBOT,
          publicKey: keys.publicKey,
          scopes: ["chat.bot"],
          spaceIds: [],
          delegated: { scopes: READING, people: [{ email: ANA }] },
        },
      ],
      oauth: { apps: appFor("google-chat"), people: [{ id: "1001", email: ANA }] },
    },
    ...(withTeams && {
      teams: {
        tenantId: TENANT,
        isLimited: false,
        apps: [{ appId: "11111111-0abd-43db-aa7b-16eadd115d34", secret: "s3cret~value", permissions: ALL_PERMISSIONS }],
        teams: [
          {
            id: TEAM,
            displayName: "Larkmoor",
            people: people.map((one) => ({ ...one, email: `${one.id}@larkmoor.example` })),
            channels: [{ id: TEAMS_CHANNEL, displayName: "Support" }],
          },
        ],
      },
    }),
    confluence: { oauth: { apps: appFor("confluence") } },
    notion: { requestsPerSecond: 1_000, oauth: { apps: appFor("notion"), templatePageId: notion.DEFAULT_PARENT.id } },
    zendesk: {},
    intercom: {},
    servicenow: {},
  };
}

/** Posts conversations in Google Chat and Teams, whose stand-ins start empty. */
export function postConversations({ googleChat, teams }: StandIns): void {
  const idOf = new Map(talk.users.map(({ id }, at) => [id, `${at + 1}`]));
  let google: string | undefined;
  let inTeams: string | undefined;
  for (const { user = "", text = "", thread_ts: thread, ts } of said) {
    const isReply = thread !== undefined && thread !== ts;
    const posted = googleChat
      ?.space("AAAA")
      .post({ userId: idOf.get(user) ?? "1", text, ...(isReply && google && { inThreadOf: google }) });
    const written = teams
      ?.channel(TEAMS_CHANNEL)
      .post({ userId: user, content: `<p>${text}</p>`, ...(isReply && inTeams && { replyTo: inTeams }) });
    if (!isReply) [google, inTeams] = [posted, written];
  }
}

/** Starts servers that `startStandIns` does not start. */
export async function startOtherServers() {
  const others = {
    jira: await jira.startJiraStandIn(),
    sharepoint: await sharepoint.startSharepointStandIn(),
    git: await startGitServer(),
    wiki: explainMissingMediaWiki() ? null : await startMediaWiki(),
  };
  const wikiServer = others.wiki && (await startMediaWikiServer(others.wiki));
  return {
    ...others,
    wikiServer,
    hosts: [others.jira, others.sharepoint, others.git, ...(wikiServer ? [wikiServer] : [])].map(
      ({ url }) => new URL(url).host,
    ),
    async close() {
      for (const one of [others.jira, others.sharepoint, others.git, wikiServer, others.wiki]) await one?.close();
    },
  };
}

/** Returns the values for every way of connecting that a guide describes and that can be tested on this machine. */
export function buildConnectionValues(
  standIns: StandIns,
  { jira: issues, sharepoint: site, git, wikiServer }: Awaited<ReturnType<typeof startOtherServers>>,
): GuideInput[] {
  const chat = (guide: string, channel: string, more: Omit<GuideInput, "guide" | "kind" | "channel">): GuideInput => ({
    guide,
    kind: "chat",
    channel,
    ...more,
  });
  const target = (guide: string, fields: GuideInput["fields"], allow?: string): GuideInput => ({
    guide,
    kind: "knowledge",
    fields,
    ...(allow && { allow }),
  });
  const keyFile = { type: "service_account", client_email: ROBOT, private_key: keys.privateKey };
  const { email, token, name } = confluence.DEFAULT_ACCOUNT;
  if (!standIns.teams)
    return [
      target("sharepoint", {
        "SharePoint Site URL": site.siteUrl,
        "List Name": "Site Pages",
        "Tenant ID": TENANT,
        "Application ID": sharepoint.DEFAULT_APP.appId,
        "Client Secret": sharepoint.DEFAULT_APP.secret,
      }),
    ];
  return [
    chat("slack", "support", {
      fields: { "Bot Token": SLACK_TOKEN, "Signing Secret": "0123456789abcdef0123456789abcdef" },
    }),
    chat("slack", "support", { fields: {}, allow: "Larkmoor" }),
    chat("google-chat", "Support", { fields: { "Access Token": JSON.stringify(keyFile), "Read As": ANA } }),
    chat("google-chat", "Support", { fields: {}, allow: ANA }),
    chat("teams", "Support", {
      fields: {
        "Tenant ID": TENANT,
        "App ID": "11111111-0abd-43db-aa7b-16eadd115d34",
        "App Secret": "s3cret~value",
        "Team ID": TEAM,
      },
    }),
    target("confluence", {
      "Confluence Base URL": standIns.confluence.url,
      "Space Key": "DOC",
      "E-mail Address": email,
      "API Token": token,
    }),
    target("confluence", { "Space Key": "DOC" }, name),
    target("notion", { "Parent Page ID": notion.DEFAULT_PARENT.id, "Integration Token": notion.DEFAULT_TOKEN.token }),
    target("notion", {}, "Acme"),
    target("git-docs", { "Repository URL": `${git.url}/${GIT_REPOSITORY}`, Folder: "docs", "Access Token": GIT_TOKEN }),
    ...(wikiServer
      ? [
          target("mediawiki", {
            "API Address": wikiServer.apiUrl,
            Category: WIKI_CATEGORY,
            "Bot User": "Lorekeep@articles",
            "Bot Password": WIKI_PASSWORD,
          }),
        ]
      : []),
    target("zendesk", {
      "Zendesk Subdomain URL": standIns.zendesk?.url ?? "",
      "Section ID": String(zendesk.DEFAULT_SECTION.id),
      "Client Identifier": zendesk.DEFAULT_CLIENT.identifier,
      "Client Secret": zendesk.DEFAULT_CLIENT.secret,
    }),
    target("intercom", {
      "Intercom URL": standIns.intercom?.url ?? "",
      "Collection ID": String(intercom.DEFAULT_COLLECTION.id),
      "Access Token": intercom.DEFAULT_APP.token,
    }),
    target("jira", {
      "Jira Base URL": issues.url,
      "Project Key": jira.DEFAULT_PROJECT.key,
      "E-mail Address": jira.DEFAULT_ACCOUNT.email,
      "API Token": jira.DEFAULT_ACCOUNT.token,
    }),
    target("servicenow", {
      "ServiceNow Instance URL": standIns.servicenow?.url ?? "",
      "Knowledge Base": servicenow.DEFAULT_BASE.title,
      User: servicenow.DEFAULT_USER.userName,
      Password: servicenow.DEFAULT_USER.password,
    }),
  ];
}

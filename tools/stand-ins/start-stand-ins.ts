import { type ConfluenceStandInOptions, startConfluenceStandIn } from "./confluence/server.ts";
import { type GoogleChatStandInOptions, startGoogleChatStandIn } from "./google-chat/google-chat-stand-in.ts";
import { type IntercomStandInOptions, startIntercomStandIn } from "./intercom/server.ts";
import { startMailStandIn } from "./mail/mail.ts";
import { type NotionStandInOptions, startNotionStandIn } from "./notion/server.ts";
import { type ServicenowStandInOptions, startServicenowStandIn } from "./servicenow/server.ts";
import { type SlackStandInOptions, startSlackStandIn } from "./slack/slack-stand-in.ts";
import { startStripeStandIn } from "./stripe/stripe-stand-in.ts";
import { startTeamsStandIn, type TeamsStandInOptions } from "./teams/teams-stand-in.ts";
import { startZendeskStandIn, type ZendeskStandInOptions } from "./zendesk/server.ts";

export interface StandInsOptions {
  slack: SlackStandInOptions;
  /** If absent, this stand-in is not started. */
  googleChat?: GoogleChatStandInOptions;
  /** If absent, this stand-in is not started. */
  teams?: TeamsStandInOptions;
  confluence?: ConfluenceStandInOptions;
  notion?: NotionStandInOptions;
  /** If absent, this stand-in is not started. */
  zendesk?: ZendeskStandInOptions;
  /** If absent, this stand-in is not started. */
  intercom?: IntercomStandInOptions;
  /** If absent, this stand-in is not started. */
  servicenow?: ServicenowStandInOptions;
  /** Further servers (host and port) that the product may call. */
  alsoCalled?: string[];
  /** The ports of the stand-ins; free ports if absent. */
  ports?: {
    slack: number;
    googleChat: number;
    confluence: number;
    notion: number;
    mail: number;
    stripe: number;
  } | null;
}

export type StandIns = Awaited<ReturnType<typeof startStandIns>>["standIns"];

/**
 * Starts a stand-in of every platform that the product supports, on 127.0.0.1. `env` contains the product's settings
 * for them.
 */
export async function startStandIns({
  slack: slackOptions,
  googleChat,
  teams: teamsOptions,
  confluence,
  notion,
  zendesk: zendeskOptions,
  intercom: intercomOptions,
  servicenow: servicenowOptions,
  alsoCalled = [],
  ports = null,
}: StandInsOptions) {
  const slack = await startSlackStandIn({ port: ports?.slack ?? 0, ...slackOptions });
  const standIns = {
    slack,
    googleChat: googleChat ? await startGoogleChatStandIn({ port: ports?.googleChat ?? 0, ...googleChat }) : null,
    teams: teamsOptions ? await startTeamsStandIn(teamsOptions) : null,
    confluence: await startConfluenceStandIn({ port: ports?.confluence ?? 0, ...confluence }),
    notion: await startNotionStandIn({ port: ports?.notion ?? 0, ...notion }),
    zendesk: zendeskOptions ? await startZendeskStandIn(zendeskOptions) : null,
    intercom: intercomOptions ? await startIntercomStandIn(intercomOptions) : null,
    servicenow: servicenowOptions ? await startServicenowStandIn(servicenowOptions) : null,
    mail: await startMailStandIn({ port: ports?.mail ?? 0 }),
    stripe: await startStripeStandIn({ port: ports?.stripe ?? 0 }),
  };
  const { stripe, teams, zendesk, intercom, servicenow } = standIns;
  const chat = standIns.googleChat;
  const called = [
    slack,
    standIns.confluence,
    standIns.notion,
    stripe,
    ...(chat ? [chat] : []),
    ...(teams ? [teams] : []),
    ...(zendesk ? [zendesk] : []),
    ...(intercom ? [intercom] : []),
    ...(servicenow ? [servicenow] : []),
  ];
  return {
    standIns,
    env: {
      SLACK_API_URL: `${slack.url}/api`,
      ...(chat && {
        GOOGLE_CHAT_API_URL: chat.url,
        GOOGLE_TOKEN_URL: chat.tokenUrl,
        GOOGLE_AUTH_URL: chat.authUrl,
        GOOGLE_PUBSUB_URL: chat.url,
        GOOGLE_WORKSPACE_EVENTS_URL: chat.url,
      }),
      ...(teams && { GRAPH_API_URL: teams.url, MICROSOFT_LOGIN_URL: teams.loginUrl }),
      CONFLUENCE_GATEWAY_URL: standIns.confluence.gatewayUrl,
      ATLASSIAN_AUTH_URL: standIns.confluence.authUrl,
      NOTION_API_URL: standIns.notion.url,
      ...(notion?.requestsPerSecond && { NOTION_REQUESTS_PER_SECOND: String(notion.requestsPerSecond) }),
      SMTP_URL: standIns.mail.smtpUrl,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
      STRIPE_SCRIPT_URL: stripe.scriptUrl,
      // The guard on outgoing calls stays active, so each of these servers must be allowed.
      EGRESS_ALLOW: [...called.map(({ url }) => new URL(url).host), ...alsoCalled].join(","),
    },
    async stop() {
      for (const standIn of Object.values(standIns)) await standIn?.close();
    },
  };
}

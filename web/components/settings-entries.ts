import type { ProtectedResource } from "../../shared/domain/access.ts";
import { WIKI_HEALTH_PATH } from "../../shared/domain/notifications.ts";

export interface SettingsEntry {
  /** The setting's page; missing for the theme, which is chosen directly in the list. */
  to?: string;
  label: string;
  /** One line about the setting. The search includes it. */
  about: string;
  /** Other words by which people search for the setting. */
  keywords?: string;
  /** The permission to read the setting; missing if everybody may read it. */
  reads?: ProtectedResource;
}

/** Parts of a page that people search for separately. */
export const REVIEW_SETTINGS_PATH = "/configuration#review";
export const VERIFIED_EDITS_PATH = "/configuration#verified-edits";
export const DETECTION_SETTINGS_PATH = "/configuration#detection";

export interface SettingsGroupOfEntries {
  name: string;
  entries: readonly SettingsEntry[];
}

export const SETTINGS_GROUPS: readonly SettingsGroupOfEntries[] = [
  {
    name: "You",
    entries: [
      {
        to: "/settings/personal",
        label: "Personal Information",
        about: "Name, email, dates, your data, delete account",
        keywords:
          "profile language timezone time zone name format photo picture avatar job title email download erase export data delete workspace",
      },
      {
        to: "/settings/password",
        label: "Password Reset",
        about: "Password, second factor, sessions",
        keywords: "change sign in everywhere two-factor passkey 2fa mfa authenticator recovery codes devices security",
      },
      {
        to: "/settings/notifications",
        label: "Notification Settings",
        about: "Email, chat, what you follow",
        keywords:
          "bell mail alerts digest weekly daily quiet hours mute snooze stop turn off unsubscribe unfollow holiday vacation",
      },
      { label: "Appearance", about: "Light or dark, in this browser", keywords: "theme mode colors contrast night" },
    ],
  },
  {
    name: "Team",
    entries: [
      {
        to: "/settings/team",
        label: "Team",
        about: "People, roles, invitations, join links, domains",
        keywords: "invite colleague member user permission owner admin guest reviewer editor viewer remove",
      },
    ],
  },
  {
    name: "Sources and targets",
    entries: [
      {
        to: "/channels",
        label: "Collaboration Tools",
        about: "Chat tools and their channels",
        keywords: "connect add watch stop reading channel import export private who may can read see access bot",
      },
      {
        to: "/collaboration",
        label: "Collaboration Monitoring",
        about: "Watching, asking and answering in channels",
        keywords: "monitor automatic manual how often frequency minutes stop reading",
      },
      {
        to: "/configuration",
        label: "Knowledge Mgmt Tools",
        about: "Wikis, help centers and where else articles go",
        keywords: "publish connect add pages wiki space access readers who may can read see",
      },
      {
        to: REVIEW_SETTINGS_PATH,
        label: "Review Before Publishing",
        about: "Which new articles wait for a person",
        keywords: "publish automatically review risk unread approve confidence verify sure",
      },
      {
        to: VERIFIED_EDITS_PATH,
        label: "Edited Messages",
        about: "When a message behind a verified article is edited",
        keywords: "edits chat wait ask first change update published page sentence",
      },
      {
        to: DETECTION_SETTINGS_PATH,
        label: "AI Detection Settings",
        about: "Sensitivity, length and keywords of what becomes an article",
        keywords: "sensitivity detection keywords",
      },
      {
        to: WIKI_HEALTH_PATH,
        label: "Wiki Health",
        about: "Contradicted, unconfirmed, doubled and unused pages",
        keywords: "stale outdated old duplicates report weekly",
        reads: "status",
      },
    ],
  },
  {
    name: "AI",
    entries: [
      {
        to: "/settings/language-model",
        label: "Language Model",
        about: "Provider and key, models, limits and spending, what is sent",
        keywords:
          "ai llm gpt openai anthropic claude gemini mistral azure bedrock api key cost price budget tokens privacy",
        reads: "language-model",
      },
      {
        to: "/settings/writing",
        label: "How We Write",
        about: "Style, language, glossary, examples, preview",
        keywords: "tone words translate",
      },
    ],
  },
  {
    name: "Security",
    entries: [
      {
        to: "/settings/single-sign-on",
        label: "Single Sign-On",
        about: "Identity provider, SCIM",
        keywords: "sso saml oidc okta azure entra google login provisioning",
        reads: "provisioning",
      },
      {
        to: "/settings/retention",
        label: "Chat Retention",
        about: "How long the text of messages is kept",
        keywords: "delete old messages privacy gdpr forget days erase",
        reads: "retention",
      },
      { to: "/settings/audit", label: "Audit Log", about: "Who changed what", keywords: "history", reads: "audit" },
      {
        to: "/settings/status",
        label: "Status",
        about: "Reading, analysis, publishing, mail",
        keywords: "health problem error down backup",
        reads: "status",
      },
    ],
  },
  {
    name: "Developers",
    entries: [
      {
        to: "/settings/api",
        label: "API Access",
        about: "Keys, connected apps, agents (MCP)",
        keywords: "token developer program",
        reads: "api-keys",
      },
      {
        to: "/settings/webhooks",
        label: "Webhooks",
        about: "Addresses that hear of changes",
        keywords: "event callback url",
        reads: "webhooks",
      },
    ],
  },
  {
    name: "Billing",
    entries: [
      {
        to: "/settings/subscription",
        label: "Manage Subscription",
        about: "Plan, usage, payment",
        keywords: "bill invoice price upgrade downgrade cancel plan card limit",
      },
    ],
  },
];

const ENTRIES = SETTINGS_GROUPS.flatMap(({ name, entries }) => entries.map((entry) => ({ ...entry, group: name })));

/** All words by which a settings page is found; '' for another page. */
export function getSearchWords(to: string): string {
  const entry = ENTRIES.find((one) => one.to === to);
  return entry ? `${entry.group} ${entry.about} ${entry.keywords ?? ""}` : "";
}

import { CHAT_MANIFESTS } from "../../../connectors/chat-manifests.ts";
import type { Thing } from "../../../shared/domain/access.ts";

const CHAT_NAMES = CHAT_MANIFESTS.map(({ name }) => name).join(" ");

export interface SettingsEntry {
  /** Its page; absent for the theme, which is chosen where it is listed. */
  to?: string;
  label: string;
  /** One line about the setting; the search covers it too. */
  about: string;
  /** Other words that people search it by. */
  keywords?: string;
  /** The permission to read it; absent for settings that everybody may read. */
  reads?: Thing;
}

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
        about: "Name, e-mail, dates, your data, delete account",
        keywords: "profile email language time zone name",
      },
      {
        to: "/settings/password",
        label: "Password Reset",
        about: "Password, second factor, sessions",
        keywords: "change sign in two-factor passkey 2fa mfa authenticator security",
      },
      {
        to: "/settings/notifications",
        label: "Notification Settings",
        about: "E-mail, chat, what you follow",
        keywords: "bell mail alerts",
      },
      { label: "Appearance", about: "Light or dark, in this browser", keywords: "theme mode colors" },
    ],
  },
  {
    name: "Team",
    entries: [
      {
        to: "/settings/team",
        label: "Team",
        about: "People, roles, invitations, join links, domains",
        keywords: "invite colleague member user",
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
        keywords: `connect add ${CHAT_NAMES}`,
      },
      { to: "/collaboration", label: "Collaboration Monitoring", about: "Watching, asking and answering in channels" },
      {
        to: "/configuration",
        label: "Knowledge Mgmt Tools",
        about: "Wikis, help centers and where else articles go; what is published unread",
        keywords: "publish connect add review risk unread approve",
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
        keywords: "ai llm api key",
        reads: "language-model",
      },
      {
        to: "/settings/writing",
        label: "How We Write",
        about: "Style, language, glossary, examples, preview",
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
        keywords: "sso saml oidc login",
        reads: "provisioning",
      },
      {
        to: "/settings/retention",
        label: "Chat Retention",
        about: "How long the text of messages is kept",
        keywords: "delete messages privacy",
        reads: "retention",
      },
      { to: "/settings/audit", label: "Audit Log", about: "Who changed what", reads: "audit" },
      { to: "/settings/status", label: "Status", about: "Reading, analysis, publishing, mail", reads: "status" },
    ],
  },
  {
    name: "Developers",
    entries: [
      {
        to: "/settings/api",
        label: "API Access",
        about: "Keys, connected apps, agents (MCP)",
        keywords: "token",
        reads: "api-keys",
      },
      { to: "/settings/webhooks", label: "Webhooks", about: "Addresses that hear of changes", reads: "webhooks" },
    ],
  },
  {
    name: "Billing",
    entries: [
      {
        to: "/settings/subscription",
        label: "Manage Subscription",
        about: "Plan, usage, payment",
        keywords: "bill invoice payment price",
      },
    ],
  },
];

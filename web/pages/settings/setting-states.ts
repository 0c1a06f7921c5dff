import type { ReactNode } from "react";
import { MEMBERSHIP_NAMES } from "../../../shared/domain/access.ts";
import { type MailFrequency, WIKI_HEALTH_PATH } from "../../../shared/domain/notifications.ts";
import { PLANS } from "../../../shared/domain/plans.ts";
import { useUser } from "../../api/account.ts";
import { useApiKeys } from "../../api/api-keys.ts";
import { useAuditEntries } from "../../api/audit.ts";
import { useChannels } from "../../api/channels.ts";
import { useReviewSettings } from "../../api/inbox.ts";
import { useIntegrations } from "../../api/integrations.ts";
import { useOwnLanguageModel } from "../../api/language-model.ts";
import { useNotificationSettings } from "../../api/notifications.ts";
import { usePeople } from "../../api/people.ts";
import { useRetention } from "../../api/retention.ts";
import { useSecondFactor } from "../../api/second-factor.ts";
import { useMonitoring, useSettings } from "../../api/settings.ts";
import { useSingleSignOn } from "../../api/single-sign-on.ts";
import { useStatus } from "../../api/status.ts";
import { useSubscription } from "../../api/subscription.ts";
import { useWebhooks } from "../../api/webhooks.ts";
import { useWikis } from "../../api/wikis.ts";
import { useWritingSettings } from "../../api/writing.ts";
import {
  DETECTION_SETTINGS_PATH,
  REVIEW_SETTINGS_PATH,
  VERIFIED_EDITS_PATH,
} from "../../components/settings-entries.ts";
import { formatAgo } from "../../lib/format.ts";

const MAIL_PACE_WORDS: Record<MailFrequency, string> = {
  "at-once": "Email at once",
  daily: "Email once a day",
  weekly: "Email once a week",
  never: "No email",
};

/** The current state of each setting in a few words, by path; empty until loaded. */
export const SETTING_STATES: Readonly<Record<string, () => ReactNode>> = {
  "/settings/personal": () => useUser().data?.email ?? null,
  "/settings/password": () => {
    const { data } = useSecondFactor();
    return data && (data.since ? "Second factor on" : "Second factor off");
  },
  "/settings/notifications": () => {
    const { data } = useNotificationSettings();
    return data && MAIL_PACE_WORDS[data.mail];
  },
  "/settings/team": () => {
    const { data } = usePeople();
    const { data: user } = useUser();
    return (
      data &&
      user &&
      `${count(data.length, "person", "people")} · you are ${MEMBERSHIP_NAMES[user.membership].toLowerCase()}`
    );
  },
  "/channels": () => {
    const { data } = useChannels();
    const { data: monitoring } = useMonitoring();
    if (!data || !monitoring) return null;
    const watched = monitoring.mode === "automatic" ? data.filter(({ isActive }) => isActive).length : 0;
    return `${count(data.length, "channel")} · ${watched} watched`;
  },
  "/collaboration": () => {
    const { data } = useMonitoring();
    return data && (data.mode === "automatic" ? "Watching" : "Not watching");
  },
  "/configuration": () => {
    const { data } = useIntegrations();
    return data && count(data.filter(({ isActive }) => isActive).length, "integration");
  },
  [REVIEW_SETTINGS_PATH]: () => {
    const { data } = useReviewSettings();
    if (!data) return null;
    if (data.acceptedRisk === 0) return "Every article waits";
    return data.acceptedRisk === 100 ? "No article waits" : "Less sure ones wait";
  },
  [VERIFIED_EDITS_PATH]: () => {
    const { data } = useReviewSettings();
    return data && (data.verifiedEdits === "ask" ? "Asks first" : "Pages are updated at once");
  },
  [WIKI_HEALTH_PATH]: () => {
    const { data } = useWikis({ enabled: true });
    return data && `${count(data.filter(({ isOn }) => isOn).length, "wiki")} read`;
  },
  [DETECTION_SETTINGS_PATH]: () => {
    const { data } = useSettings();
    return data && `Sensitivity ${data.sensitivity}/10`;
  },
  "/settings/language-model": () => {
    const { data } = useOwnLanguageModel();
    return data && (data.models?.main.name ?? "None yet");
  },
  "/settings/writing": () => {
    const { data } = useWritingSettings();
    if (!data) return null;
    return data.style || data.language || data.glossary.length > 0 ? "Your own style" : "Default style";
  },
  "/settings/audit": () => {
    const { data } = useAuditEntries({});
    const newest = data?.pages[0]?.entries[0];
    return data && (newest ? `Last change ${formatAgo(newest.at)}` : "No change yet");
  },
  "/settings/retention": () => {
    const { data } = useRetention();
    return data && (data.keepDays === null ? "Kept forever" : `${count(data.keepDays, "day")}`);
  },
  "/settings/single-sign-on": () => {
    const { data } = useSingleSignOn();
    return data && (data.active ? "On" : "Off");
  },
  "/settings/status": () => {
    const { data } = useStatus();
    if (!data) return null;
    const wrong = data.areas.filter(({ state }) => state === "wrong").length;
    return wrong > 0 ? `${count(wrong, "area")} with a problem` : "Everything works";
  },
  "/settings/api": () => {
    const { data } = useApiKeys();
    return data && count(data.length, "key");
  },
  "/settings/webhooks": () => {
    const { data } = useWebhooks();
    return data && count(data.length, "webhook");
  },
  "/settings/subscription": () => {
    const { data } = useSubscription();
    if (!data) return null;
    return data.hasBilling
      ? `Plan: ${PLANS.find(({ id }) => id === data.plan)?.name}`
      : "No payment on this installation";
  },
};

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

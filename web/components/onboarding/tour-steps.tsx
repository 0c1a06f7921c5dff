import type { Stats } from "../../../shared/contract/activity.ts";
import type { ProtectedResource } from "../../../shared/domain/access.ts";
import { useStats } from "../../api/activity.ts";
import { useChannels } from "../../api/channels.ts";
import { useCollaborationIntegrations } from "../../api/collaboration-integrations.ts";
import { useIntegrations } from "../../api/integrations.ts";
import { useSettings } from "../../api/settings.ts";
import { formatCount, formatItems } from "../../lib/format.ts";
import { useCan } from "../permissions.tsx";

export const TOUR_TITLES = [
  "Welcome",
  "Connect Your Slack",
  "Choose Channels",
  "Setup Knowledge Platform",
  "Configure AI Settings",
  "Generate First Article",
  "Dashboard Tour",
  "You're All Set",
] as const;

export interface TourStep {
  title: (typeof TOUR_TITLES)[number];
  /** One sentence about the purpose of the step. */
  about: string;
  /** The state of this step in the workspace; undefined while it loads. */
  here: string | undefined;
  link: { to: string; label: string };
  isDone: boolean;
}

const names = (list: { name: string }[]) => list.map(({ name }) => `'${name}'`).join(", ");

/** Describes the integrations: names the working ones, and the failing ones. */
function stateOf(
  list: { name: string; trouble: string | null }[],
  says: (working: string) => string,
  none: string,
): string {
  const working = list.filter(({ trouble }) => !trouble);
  const failing = list.filter(({ trouble }) => trouble);
  const parts = [working.length > 0 && says(names(working)), failing.length > 0 && `Not working: ${names(failing)}.`];
  return parts.filter(Boolean).join(" ") || none;
}

/**
 * The steps between the first and the last. Each describes this workspace, and links to the page on which the person
 * may change it.
 */
export function useTourSteps(): TourStep[] {
  const may = useCan();
  const steps = useAllSteps();
  return steps.filter(({ title }) => {
    const thing = CHANGES[title];
    return !thing || may("change", thing);
  });
}

/** The permission for each step. People without the permission do not see the step. */
const CHANGES: Readonly<Partial<Record<TourStep["title"], ProtectedResource>>> = {
  "Connect Your Slack": "integrations",
  "Choose Channels": "channels",
  "Setup Knowledge Platform": "integrations",
  "Configure AI Settings": "settings",
  "Generate First Article": "analysis",
};

function useAllSteps(): TourStep[] {
  const chats = useCollaborationIntegrations().data?.filter(({ isActive }) => isActive);
  const channels = useChannels().data?.filter(({ isActive }) => isActive);
  const places = useIntegrations().data?.filter(({ isActive }) => isActive);
  const settings = useSettings().data;
  const stats = useStats().data;
  return [
    {
      title: "Connect Your Slack",
      about:
        "Lorekeep reads the channels you choose, and nothing else. Google Chat and Microsoft Teams are connected there as well.",
      here: chats && stateOf(chats, (working) => `Connected: ${working}.`, "No chat is connected yet."),
      link: { to: "/channels", label: "Open Collaboration Tools" },
      isDone: Boolean(chats?.some(({ trouble }) => !trouble)),
    },
    {
      title: "Choose Channels",
      about: "Only the channels you choose are read. The best ones to begin with are those where people ask for help.",
      here:
        channels &&
        (channels.length > 0
          ? `${formatItems(channels.length, "channel is", "channels are")} added.`
          : "No channel added yet."),
      link: { to: "/channels", label: "Choose channels" },
      isDone: Boolean(channels?.length),
    },
    {
      title: "Setup Knowledge Platform",
      about: "Articles are always kept in your library. The platforms you connect get a copy that stays up to date.",
      here:
        places &&
        stateOf(places, (working) => `Articles are published to ${working}.`, "Articles stay in the library for now."),
      link: { to: "/configuration", label: "Open Knowledge Mgmt Tools" },
      isDone: Boolean(places?.some(({ trouble }) => !trouble)),
    },
    {
      title: "Configure AI Settings",
      about:
        "The sensitivity decides what becomes an article. Only articles with a high confidence are published automatically; the rest wait in the inbox for review.",
      here:
        settings &&
        `Now: ${settings.sensitivity} of 10, messages of ${settings.minMessageLength} characters and more, ${formatItems(settings.detectionKeywords.length, "keyword")}.`,
      link: { to: "/configuration", label: "Change the settings" },
      isDone: Boolean(settings?.lastUpdated),
    },
    ...stepsOfFigures(stats),
  ];
}

/** Builds steps 6 and 7 of the tour, which show the workspace's figures. */
function stepsOfFigures(stats: Stats | undefined): TourStep[] {
  return [
    {
      title: "Generate First Article",
      about:
        "Run Analysis Test on the dashboard reads the last messages of each channel and writes what is worth keeping.",
      here:
        stats &&
        (stats.articlesCreated > 0
          ? `Your library has ${formatItems(stats.articlesCreated, "article")}.`
          : "Your library is empty so far."),
      link: { to: "/articles", label: "Open the library" },
      isDone: Boolean(stats?.articlesCreated),
    },
    {
      title: "Dashboard Tour",
      about:
        "Each figure at the top leads to the list behind it; the newest articles and the state of monitoring are below.",
      here:
        stats &&
        `So far: ${formatItems(stats.messagesAnalyzed, "message")} analyzed, ${formatCount(stats.activeChannels)} active channels${stats.successRate === null ? "" : `, a success rate of ${stats.successRate}%`}.`,
      link: { to: "/analytics", label: "See the figures over time" },
      isDone: true,
    },
  ];
}

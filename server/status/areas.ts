import { getChatAbilities } from "../../connectors/manifests.ts";
import type { StatusArea } from "../../shared/contract/status.ts";
import { buildArea, formatDuration, type StatusEntry } from "./area.ts";
import type { ChannelReadingState, IntegrationReading, RunsState, TargetState } from "./status-queries.ts";
import type { WorkerHeartbeats } from "./worker-queries.ts";

/** Events that wait for longer than this count as late. They are normally applied within seconds. */
const NEWS_LATE_SECONDS = 60;
/** A channel that is overdue for longer than this counts as late. A channel may have to wait if many are due at once. */
const CHANNEL_LATE_SECONDS = 300;
const RUN_LATE_SECONDS = 300;
const PAGE_LATE_SECONDS = 120;
const MAIL_LATE_SECONDS = 120;

export function buildBackgroundArea({ alive, silentSeconds }: WorkerHeartbeats): StatusArea {
  if (alive > 0) {
    const summary = alive === 1 ? "A worker process is running." : `${alive} worker processes are running.`;
    return { key: "background", state: "fine", summary, entries: [] };
  }
  const since = silentSeconds === null ? "No worker process has started yet." : silentFor(silentSeconds);
  return {
    key: "background",
    state: "wrong",
    summary: `${since} What arrives is kept and worked on as soon as one runs: start it, or ask whoever runs Lorekeep for you.`,
    entries: [],
  };
}

const silentFor = (seconds: number) => `No worker process has given a sign of life for ${formatDuration(seconds)}.`;

export function buildReadingArea(integrations: IntegrationReading[], channels: ChannelReadingState[]): StatusArea {
  if (integrations.length === 0) return { key: "reading", state: "off", summary: "No chat is connected.", entries: [] };
  const entries = [...integrations.flatMap(integrationEntries), ...channels.flatMap(channelEntries)];
  const behind = channels.filter((channel) => delayOf(channel) !== null).length;
  const well = channels.filter((channel) => channelEntries(channel).length === 0).length;
  const read =
    channels.length === 0
      ? "No channel is monitored yet."
      : `${well} of ${channels.length} ${channels.length === 1 ? "channel is" : "channels are"} read without delay.`;
  return buildArea("reading", entries, behind > 0 ? `${read} ${behind} ${behind === 1 ? "is" : "are"} behind.` : read);
}

function integrationEntries({
  name,
  platform,
  trouble,
  liveTrouble,
  waiting,
  oldestSeconds,
}: IntegrationReading): StatusEntry[] {
  const link = "/channels";
  if (trouble) return [{ state: "wrong", name, text: trouble, link }];
  const entries: StatusEntry[] = [];
  // On platforms whose events need no set-up, events are optional, because checks find the same messages.
  const state = getChatAbilities(platform).notifies ? "fine" : "wrong";
  if (liveTrouble) entries.push({ state, name, text: liveTrouble, link });
  if (oldestSeconds !== null && oldestSeconds > NEWS_LATE_SECONDS)
    entries.push({
      state: "late",
      name,
      text: `${waiting === 1 ? "One event waits" : `${waiting} events wait`}, the first for ${formatDuration(oldestSeconds)}.`,
      link: null,
    });
  return entries;
}

const PAUSED = {
  messages: "Waits for more messages in your plan.",
  channels: "Switched off: your plan allows fewer channels.",
} as const;
const REMOTE = {
  archived: "Archived on the platform; looked at once a day.",
  deleted: "Deleted on the platform.",
  left: "The app is not in this channel any more. Invite it again.",
} as const;

function channelEntries(channel: ChannelReadingState): StatusEntry[] {
  const name = `#${channel.name}`;
  const link = "/channels";
  if (channel.pausedFor)
    return [{ state: "wrong", name, text: PAUSED[channel.pausedFor], link: "/settings/subscription" }];
  if (channel.trouble) return [{ state: "wrong", name, text: channel.trouble, link }];
  if (channel.remoteState)
    return [
      { state: channel.remoteState === "archived" ? "off" : "wrong", name, text: REMOTE[channel.remoteState], link },
    ];
  const delay = delayOf(channel);
  if (delay !== null) return [{ state: "late", name, text: `Reading is ${formatDuration(delay)} behind.`, link: null }];
  if (channel.isHeld)
    return [{ state: "off", name, text: "Made private: its articles are held back until you allow them.", link }];
  return [];
}

/** Returns the delay in seconds; null while the channel is on time. */
function delayOf({ oldestSeconds, overdueSeconds }: ChannelReadingState): number | null {
  const byNews = oldestSeconds !== null && oldestSeconds > NEWS_LATE_SECONDS ? oldestSeconds : null;
  const byTime = overdueSeconds !== null && overdueSeconds > CHANNEL_LATE_SECONDS ? overdueSeconds : null;
  return byNews === null && byTime === null ? null : Math.max(byNews ?? 0, byTime ?? 0);
}

export function buildAnalysisArea({
  running,
  queued,
  oldestQueuedSeconds,
  failedToday,
  lastError,
}: RunsState): StatusArea {
  const entries: StatusEntry[] = [];
  if (oldestQueuedSeconds !== null && oldestQueuedSeconds > RUN_LATE_SECONDS)
    entries.push({
      state: "late",
      name: "Waiting",
      text: `The first analysis in the queue waits for ${formatDuration(oldestQueuedSeconds)}.`,
      link: null,
    });
  if (failedToday > 0)
    entries.push({
      state: "wrong",
      name: `${failedToday} failed within a day`,
      text: lastError ?? "The reason is not known.",
      link: "/logs",
    });
  const goesOn = running + queued > 0 ? `${running} under way, ${queued} waiting.` : "Nothing waits to be analyzed.";
  return buildArea("analysis", entries, goesOn);
}

export function buildPublishingArea(targets: TargetState[]): StatusArea {
  if (targets.length === 0)
    return { key: "publishing", state: "off", summary: "No knowledge tool is connected.", entries: [] };
  const due = targets.reduce((sum, target) => sum + target.due, 0);
  const entries = targets.flatMap(targetEntries);
  const upToDate = entries.length === 0 ? "Every page is up to date." : "Every other page is up to date.";
  return buildArea("publishing", entries, due === 0 ? upToDate : `${pages(due)} ${waits(due)} to be written.`);
}

function targetEntries(target: TargetState): StatusEntry[] {
  const { name } = target;
  if (target.pausedFor)
    return [
      { state: "wrong", name, text: "Switched off: your plan allows fewer tools.", link: "/settings/subscription" },
    ];
  const entries: StatusEntry[] = [];
  if (target.trouble) entries.push({ state: "wrong", name, text: target.trouble, link: "/configuration" });
  if (target.parked > 0)
    entries.push({
      state: "wrong",
      name,
      text: `${pages(target.parked)} could not be written. In the library, select what says ‘Failed’ and press Retry.`,
      link: "/articles",
    });
  if (target.undecided > 0)
    entries.push({
      state: "wrong",
      name,
      text: `${pages(target.undecided)} changed or removed by people ${waits(target.undecided)} for a decision.`,
      link: "/articles?view=inbox",
    });
  if (target.oldestSeconds !== null && target.oldestSeconds > PAGE_LATE_SECONDS)
    entries.push({
      state: "late",
      name,
      text: `${pages(target.due)} ${waits(target.due)} to be written, the first for ${formatDuration(target.oldestSeconds)}.`,
      link: null,
    });
  if (target.later > 0)
    entries.push({
      state: "late",
      name,
      text: `${pages(target.later)} could not be written yet and ${target.later === 1 ? "is" : "are"} tried again automatically.`,
      link: null,
    });
  return entries;
}

const pages = (count: number) => (count === 1 ? "One page" : `${count} pages`);
const waits = (count: number) => (count === 1 ? "waits" : "wait");

export function buildMailArea(
  { count, oldestSeconds }: { count: number; oldestSeconds: number | null },
  hasServer: boolean,
): StatusArea {
  if (!hasServer)
    return {
      key: "mail",
      state: "off",
      summary: "No mail server is set: mails are written to the outbox folder.",
      entries: [],
    };
  if (oldestSeconds === null || oldestSeconds <= MAIL_LATE_SECONDS)
    return { key: "mail", state: "fine", summary: "Every mail has gone out.", entries: [] };
  const mails = count === 1 ? "One mail waits" : `${count} mails wait`;
  return {
    key: "mail",
    state: "late",
    summary: `${mails} for the mail server, the first for ${formatDuration(oldestSeconds)}. It is tried again every minute.`,
    entries: [],
  };
}

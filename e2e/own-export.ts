import { type DemoTeam, loadDemoTeams, type SlackMessage } from "../demo/chat.ts";
import type { DemoChannel } from "../demo/demo-team.ts";

/** Strangers' chat under names that a company would give: most of what a team says is not worth keeping. */
const ROUGH: Record<string, string> = {
  docker: "platform",
  python: "data-team",
  linux: "servers",
  typescript: "project-nightfall-confidential",
};
const MESSAGES = 3_000;
const HOUR = 3600;
/** Every so many messages somebody shares a file, and somebody corrects what was said. */
const FILE_EVERY = 40;
const EDIT_EVERY = 25;

/**
 * The export of a company of about 20 people, with what exports have: ten channels, three thousand messages, threads, files with and without words,
 * edited messages, bots, joins, people who left and a public channel whose name looks private. The same for the same day.
 */
export function ownExport(now: Date): DemoTeam {
  const [business, rough] = loadDemoTeams(now) as [DemoTeam, DemoTeam];
  const strangers = rough.channels.flatMap((channel) => {
    const name = ROUGH[channel.name];
    return name ? [{ ...channel, name, topic: { value: "" }, purpose: { value: "" } }] : [];
  });
  const channels = [...business.channels, ...strangers];
  const said = channels.reduce((sum, { messages }) => sum + messages.length, 0);
  const notices = Math.ceil((MESSAGES - said) / channels.length);
  return {
    ...business,
    name: "Larkmoor Supply (private)",
    users: [...business.users, ...rough.users],
    channels: channels.map((channel) => withNotices(withFilesAndEdits(channel), notices)),
  };
}

/** One channel of it. */
export function onlyChannel(team: DemoTeam, name: string): DemoTeam {
  return { ...team, channels: team.channels.filter((channel) => channel.name === name) };
}

/** Greetings and thanks, in three channels: nothing that anybody would look up. */
export function nothingToKeep(now: Date): DemoTeam {
  const team = ownExport(now);
  const start = Math.floor(now.getTime() / 1000) - 72 * HOUR;
  const people = team.users.filter((user) => !user.is_bot).map(({ id }) => id);
  const words = ["good morning", "lunch at twelve?", "count me in :taco:", "see you tomorrow", "happy friday :tada:"];
  return {
    ...team,
    channels: team.channels.slice(0, 3).map((channel) => ({
      ...channel,
      messages: Array.from({ length: 40 }, (_, index) => ({
        type: "message" as const,
        user: people[index % people.length] ?? "",
        text: words[index % words.length] ?? "",
        ts: `${start + index * HOUR}.000200`,
      })),
    })),
  };
}

function withFilesAndEdits(channel: DemoChannel): DemoChannel {
  const messages = channel.messages.map((message, index): SlackMessage => {
    if (message.subtype || !message.user) return message;
    const changed: SlackMessage = { ...message };
    if (index % EDIT_EVERY === 7) changed.edited = { user: message.user, ts: later(message.ts, 60) };
    // Now and then a file stands for itself, without a word.
    if (index % FILE_EVERY === 11) changed.files = [fileOf(index)];
    return changed;
  });
  return { ...channel, messages };
}

const FILE_NAMES = ["returns-q3.xlsx", "photo of the label.jpg", "Mietvertrag (final) v2.pdf", "<b>notes</b>.txt"];

function fileOf(index: number) {
  const name = FILE_NAMES[index % FILE_NAMES.length] ?? "";
  const type = name.split(".").at(-1) ?? "";
  return {
    id: `F0${index}`,
    name,
    title: name,
    mimetype: "application/octet-stream",
    filetype: type,
    size: 48_213,
    url_private: `https://files.slack.com/files-pri/T0-F0${index}/file.${type}`,
  };
}

/** Joins, a bot's reports and files without words, between what was said. */
function withNotices(channel: DemoChannel, count: number): DemoChannel {
  const first = Number(channel.messages[0]?.ts ?? 0);
  const last = Number(channel.messages.at(-1)?.ts ?? 0);
  const people = [...new Set(channel.messages.flatMap(({ user }) => user ?? []))];
  const notices = Array.from({ length: count }, (_, index): SlackMessage => {
    const ts = `${Math.floor(first + ((last - first) * (index + 0.5)) / count)}.${String(index).padStart(6, "3")}`;
    const user = people[index % people.length] ?? "";
    if (index % 4 === 0)
      return { type: "message", subtype: "channel_join", user, ts, text: `<@${user}> has joined the channel` };
    if (index % 4 === 1) return { type: "message", user, ts, text: "", files: [fileOf(index)], upload: true };
    return {
      type: "message",
      subtype: "bot_message",
      bot_id: "B0PIPELINE",
      username: "Pipeline",
      ts,
      text: `:white_check_mark: build ${4100 + index} of *shop* passed in 3 min 12 s`,
    };
  });
  return { ...channel, messages: [...channel.messages, ...notices].toSorted((a, b) => Number(a.ts) - Number(b.ts)) };
}

function later(ts: string, seconds: number): string {
  const [whole, rest] = ts.split(".");
  return `${Number(whole) + seconds}.${rest}`;
}

import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import type { DemoTeam } from "./demo-team.ts";

/** Writes a team in the format of Slack's own workspace export: a ZIP with a folder per channel and a file per UTC day. */
export async function writeSlackExport(team: DemoTeam, path: string): Promise<void> {
  const zip = new yazl.ZipFile();
  const add = (name: string, value: unknown) => zip.addBuffer(Buffer.from(JSON.stringify(value, null, 4)), name);
  const members = team.users.filter((user) => !user.is_bot).map(({ id }) => id);
  const channels = team.channels.filter((channel) => !channel.is_private);
  add(
    "channels.json",
    channels.map(({ id, name, created, is_archived, topic, purpose }) => {
      return { id, name, created, is_archived, is_general: false, members, pins: [], topic, purpose };
    }),
  );
  add(
    "users.json",
    team.users.map((user) => ({ ...user, team_id: team.id })),
  );
  add("integration_logs.json", []);
  for (const { name, messages } of channels) {
    for (const [day, ofDay] of Map.groupBy(messages, ({ ts }) => dayOf(ts))) add(`${name}/${day}.json`, ofDay);
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

const dayOf = (ts: string): string => new Date(Number(ts) * 1000).toISOString().slice(0, 10);

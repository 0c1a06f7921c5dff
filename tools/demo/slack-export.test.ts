import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import yauzl from "yauzl";
import { loadDemoTeam, writeSlackExport } from "./chat.ts";
import type { SlackChannel, SlackMessage, SlackUser } from "./slack-wire.ts";

const folder = mkdtempSync(join(tmpdir(), "lorekeep-export-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("writes an export from which the whole team can be read again, a file for each day", async () => {
  const team = loadDemoTeam("business", new Date("2026-11-21T10:00:00Z"));
  const path = join(folder, "export.zip");
  await writeSlackExport(team, path);
  const files = await unzip(path);

  const users = files.get("users.json") as SlackUser[];
  expect(users.map(({ id }) => id)).toEqual(team.users.map(({ id }) => id));
  expect(files.get("integration_logs.json")).toEqual([]);
  const channels = files.get("channels.json") as SlackChannel[];
  for (const { id, name, messages } of team.channels) {
    expect(channels.find((channel) => channel.id === id)?.name).toBe(name);
    const days = [...files.keys()].filter((file) => file.startsWith(`${name}/`)).sort();
    expect(days.flatMap((day) => files.get(day) as SlackMessage[])).toEqual(messages);
    for (const day of days)
      for (const { ts } of files.get(day) as SlackMessage[])
        expect(`${name}/${new Date(Number(ts) * 1000).toISOString().slice(0, 10)}.json`).toBe(day);
  }
});

async function unzip(path: string): Promise<Map<string, unknown>> {
  const zip = await yauzl.openPromise(path);
  const files = new Map<string, unknown>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, JSON.parse(await text(await zip.openReadStreamPromise(entry))));
  }
  return files;
}

import { statSync } from "node:fs";
import { createSeededRandom } from "../../scripts/seeded-random.ts";
import { createChatMessages, type DetectionRow, readRows, type StreamRow } from "./bench-rows.ts";
import { mergeDialogs, readGitterDialogs, simulateChannel } from "./dialog-streams.ts";
import { removeNames, toWorkplaceChat } from "./workplace-streams.ts";

/** Rooms of the data set livechat-gitter that are never used for fitting. */
export const HELD_OUT_ROOMS = ["Appium", "docker"];
const TEMPOS = [10, 60, 300];
const CHANNELS_PER_ROOM = 5;

/**
 * Returns streams with known conversations that training has not used: every source, with and without names, at every
 * tempo.
 */
export function readGroupingSets(data: string): [string, StreamRow[]][] {
  const rows = readRows<StreamRow>(data, "disentangle.dev.jsonl.gz");
  if (statSync(data).isFile()) return [["all", rows]];
  const ubuntu = rows.filter((row) => row.channel === "#ubuntu");
  const thinned = ubuntu.map((row, index) => toWorkplaceChat(row, createSeededRandom(index + 1)));
  const spring = readRows<DetectionRow>(data, "detection.dev.jsonl.gz").filter((row) => row.source === "f2chat");
  const gitter = mergeDialogs(spring.map(({ messages }) => ({ room: "spring-boot", messages })));
  const dialogs = readGitterDialogs(data);
  const random = createSeededRandom(7);
  const simulated = HELD_OUT_ROOMS.flatMap((room) => {
    const some = dialogs.filter((dialog) => dialog.room === room);
    return some.length ? Array.from({ length: CHANNELS_PER_ROOM }, () => simulateChannel(some, random)) : [];
  });
  const sets: [string, StreamRow[]][] = [
    ["ubuntu", ubuntu],
    ...atTempos("ubuntu", ubuntu, "slower", (factor) => factor),
    ["ubuntu thinned to a workplace's chat", thinned],
    ["ubuntu thinned, nobody named", thinned.map((row) => removeNames(row))],
    ["channel-two", rows.filter((row) => row.channel !== "#ubuntu")],
    ["gitter, real times", gitter],
    ["gitter, real times, nobody named", gitter.map((row) => removeNames(row))],
    ...atTempos("gitter", gitter, "faster", (factor) => 1 / factor),
    ["gitter, simulated channels", simulated],
    ["gitter, simulated channels, nobody named", simulated.map((row) => removeNames(row))],
    ...atTempos("gitter, simulated", simulated, "slower", (factor) => factor),
  ];
  return sets.filter(([, some]) => some.length > 0);
}

function atTempos(name: string, rows: StreamRow[], word: string, factorOf: (tempo: number) => number) {
  return TEMPOS.map((tempo): [string, StreamRow[]] => [
    `${name}, ${tempo} times ${word}`,
    rows.map((row) => stretched(row, factorOf(tempo))),
  ]);
}

function stretched(row: StreamRow, factor: number): StreamRow {
  const messages = createChatMessages(row.messages);
  const start = messages[0]?.sentAt.getTime() ?? 0;
  return {
    ...row,
    messages: row.messages.map((message, index) => ({
      ...message,
      ts: Math.round((((messages[index]?.sentAt.getTime() ?? start) - start) / 1_000) * factor),
    })),
  };
}

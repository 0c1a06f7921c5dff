import { statSync } from "node:fs";
import { seededRandom } from "../scripts/seeded-random.ts";
import { chatMessages, type DetectionRow, readRows, type StreamRow } from "./bench-rows.ts";
import { gitterDialogs, mergedStreams, simulatedChannel } from "./dialog-streams.ts";
import { asWorkplaceChat, unnamed } from "./workplace-streams.ts";

/** Rooms of livechat-gitter that are never used for fitting. */
export const KEPT_BACK_ROOMS = ["Appium", "docker"];
const TEMPOS = [10, 60, 300];
const CHANNELS_PER_ROOM = 5;

/** Streams with known conversations that training has not used: every source, named and unnamed, at every tempo. */
export function groupingSets(data: string): [string, StreamRow[]][] {
  const rows = readRows<StreamRow>(data, "disentangle.dev.jsonl.gz");
  if (statSync(data).isFile()) return [["all", rows]];
  const ubuntu = rows.filter((row) => row.channel === "#ubuntu");
  const thinned = ubuntu.map((row, index) => asWorkplaceChat(row, seededRandom(index + 1)));
  const spring = readRows<DetectionRow>(data, "detection.dev.jsonl.gz").filter((row) => row.source === "f2chat");
  const gitter = mergedStreams(spring.map(({ messages }) => ({ room: "spring-boot", messages })));
  const dialogs = gitterDialogs(data);
  const random = seededRandom(7);
  const simulated = KEPT_BACK_ROOMS.flatMap((room) => {
    const some = dialogs.filter((dialog) => dialog.room === room);
    return some.length ? Array.from({ length: CHANNELS_PER_ROOM }, () => simulatedChannel(some, random)) : [];
  });
  const sets: [string, StreamRow[]][] = [
    ["ubuntu", ubuntu],
    ...atTempos("ubuntu", ubuntu, "slower", (factor) => factor),
    ["ubuntu thinned to a workplace's chat", thinned],
    ["ubuntu thinned, nobody named", thinned.map((row) => unnamed(row))],
    ["channel-two", rows.filter((row) => row.channel !== "#ubuntu")],
    ["gitter, real times", gitter],
    ["gitter, real times, nobody named", gitter.map((row) => unnamed(row))],
    ...atTempos("gitter", gitter, "faster", (factor) => 1 / factor),
    ["gitter, simulated channels", simulated],
    ["gitter, simulated channels, nobody named", simulated.map((row) => unnamed(row))],
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
  const messages = chatMessages(row.messages);
  const start = messages[0]?.sentAt.getTime() ?? 0;
  return {
    ...row,
    messages: row.messages.map((message, index) => ({
      ...message,
      ts: Math.round((((messages[index]?.sentAt.getTime() ?? start) - start) / 1_000) * factor),
    })),
  };
}

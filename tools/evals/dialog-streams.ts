import { existsSync } from "node:fs";
import { join } from "node:path";
import { readArchive } from "../../scripts/training-messages/read-archive.ts";
import { parseTimes } from "../../server/cli/chat-rows.ts";
import type { BenchMessage, StreamRow } from "./bench-rows.ts";

/** A real conversation with its real times. People separated it from the others by hand. */
export interface Dialog {
  room: string;
  messages: BenchMessage[];
}

const LINE = /^(?:\d+ )?\[(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})[^\]]*\] <([^>]+)> ?(.*)$/;

/**
 * Reads conversations of seven developer rooms on Gitter (livechat-gitter, MIT). Empty if the folder `raw/` is missing
 * beside the labelled files.
 */
export function readGitterDialogs(data: string): Dialog[] {
  const path = ["raw", "../raw"].map((folder) => join(data, folder, "livechat-gitter.tar.gz")).find(existsSync);
  if (!path) return [];
  return [...readArchive(path)].flatMap(([name, text]) => {
    const room = /manual\/(.+)\.txt$/.exec(name)?.[1];
    if (!room) return [];
    return text.split(/^-{20,}$/m).flatMap((block): Dialog[] => {
      const messages: BenchMessage[] = [];
      for (const line of block.split(/\r?\n/)) {
        const [, day, time, author, said] = LINE.exec(line) ?? [];
        const last = messages.at(-1);
        if (day) messages.push({ ts: `${day}T${time}Z`, author: author ?? "", text: said ?? "" });
        else if (last && line.trim()) last.text += `\n${line}`;
      }
      return messages.length ? [{ room, messages }] : [];
    });
  });
}

/** Merges the conversations of one room by their real times, into streams of about `size` messages. */
export function mergeDialogs(dialogs: Dialog[], size = 500): StreamRow[] {
  const all = dialogs.flatMap(({ messages }, conv) => {
    const times = parseTimes(messages);
    return messages.map((message, index) => ({ ...message, conv, ts: (times[index] ?? 0) / 1_000 }));
  });
  all.sort((a, b) => a.ts - b.ts || a.conv - b.conv);
  const streams: StreamRow[] = [];
  for (let start = 0; start < all.length; start += size) {
    if (all.length - start < size / 2 && streams.length) break;
    streams.push(streamOf(`merged-${start}`, dialogs[0]?.room ?? "", all.slice(start, start + size)));
  }
  return streams;
}

/**
 * Builds a channel from real conversations. Each conversation keeps its own times, stretched. The next conversation
 * starts before the end of the previous one as often as people in this channel interrupt each other, and otherwise
 * after a silence.
 */
export function simulateChannel(dialogs: Dialog[], random: () => number): StreamRow {
  const overlapping = 0.05 + 0.55 * random();
  const stretch = Math.exp((random() - 0.4) * 3);
  const silence = Math.exp(5 + 4 * random());
  const all: (BenchMessage & { conv: number; ts: number })[] = [];
  let begin = 0;
  let end = 0;
  for (const [conv, { messages }] of dialogs.entries()) {
    const times = parseTimes(messages).map((time) => time / 1_000);
    begin =
      conv > 0 && random() < overlapping
        ? begin + (Math.max(end, begin) - begin) * random()
        : Math.max(begin, end) - Math.log(1 - random()) * silence;
    const first = times[0] ?? 0;
    for (const [index, message] of messages.entries()) {
      const ts = begin + Math.max(0, (times[index] ?? first) - first) * stretch;
      all.push({ ...message, conv, ts });
      end = Math.max(end, ts);
    }
  }
  all.sort((a, b) => a.ts - b.ts || a.conv - b.conv);
  return streamOf("simulated", dialogs[0]?.room ?? "", all);
}

function streamOf(id: string, channel: string, messages: (BenchMessage & { conv: number; ts: number })[]): StreamRow {
  return { id, source: "dialogs", channel, scoredFrom: 0, messages: messages.map((message, i) => ({ ...message, i })) };
}

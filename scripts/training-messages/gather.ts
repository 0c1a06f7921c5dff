import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchMessage, type DetectionRow, readRows, type StreamRow } from "../../tools/evals/bench-rows.ts";
import { readOfficeConversations } from "../../tools/evals/office-conversations.ts";
import { readOwnConversations } from "../../tools/evals/own-conversations.ts";
import { readArchive } from "./read-archive.ts";

/** A conversation for fitting the detector. */
export interface TrainingRow {
  id: string;
  /** The group that cross-validation leaves out together: a room, a project's channel, a family of the project's own text. */
  community: string;
  source: "fcc-gitter" | "livechat-gitter" | "frminer" | "irc-disentanglement" | "office" | "own";
  isKnowledge: boolean;
  /** The kind of small talk; null for knowledge. */
  type: string | null;
  /** True if a person of the project labelled the conversation. False: the label follows from people's behavior. */
  isRead: boolean;
  kind: string | null;
  messages: BenchMessage[];
}

interface ConversationLabel {
  verdict: string;
  kind: string | null;
}

/**
 * Gathers all data for fitting: `tools/bench/detection.train`, `tools/bench/disentangle.train`, `raw/livechat-gitter`, `raw/frminer` under
 * `directory`, with the manual labels of `labels.tsv`, and the project's own text.
 */
export function gatherTraining(directory: string): TrainingRow[] {
  const labels = readLabels();
  const bench = join(directory, "bench");
  const raw = join(directory, "raw");
  return [
    ...freeCodeCamp(bench, labels),
    ...livechat(join(raw, "livechat-gitter.tar.gz"), labels),
    ...featureRequests(join(raw, "frminer.tar.gz"), labels),
    ...ubuntu(bench, labels),
    ...(["fit", "check", "fresh"] as const).flatMap(readOfficeConversations).map((row) => ({
      id: row.id,
      community: `office/${row.channel}`,
      source: "office" as const,
      isKnowledge: row.knowledge,
      type: row.knowledge ? null : "office",
      isRead: true,
      kind: null,
      messages: row.messages,
    })),
    ...readOwnConversations().fit.map((row) => ({
      id: row.id,
      community: `own/${row.family}`,
      source: "own" as const,
      isKnowledge: row.label === "knowledge",
      type: row.negType ?? null,
      isRead: true,
      kind: row.kind ?? null,
      messages: row.messages,
    })),
  ];
}

function readLabels(): Map<string, ConversationLabel> {
  const text = readFileSync(new URL("./labels.tsv", import.meta.url), "utf8");
  return new Map(
    text
      .trim()
      .split("\n")
      .slice(1)
      .map((line): [string, ConversationLabel] => {
        const [source, id, verdict = "", kind] = line.split("\t");
        return [`${source}/${id}`, { verdict, kind: kind || null }];
      }),
  );
}

function labelled(
  row: Omit<TrainingRow, "isKnowledge" | "type" | "isRead" | "kind">,
  label: ConversationLabel,
): TrainingRow {
  const isKnowledge = label.verdict === "knowledge";
  return { ...row, isKnowledge, type: isKnowledge ? null : label.verdict, isRead: true, kind: label.kind };
}

/**
 * Reads rooms where helpers were thanked publicly, and rooms for coordination and small talk. Manual labels take precedence.
 */
function freeCodeCamp(bench: string, labels: Map<string, ConversationLabel>): TrainingRow[] {
  return readRows<DetectionRow>(bench, "detection.train.jsonl.gz").flatMap((row) => {
    if (row.source !== "fcc-gitter") return [];
    const label = labels.get(`fcc-gitter/${row.id}`);
    const base = {
      id: row.id,
      community: `fcc/${row.room}`,
      source: "fcc-gitter" as const,
      messages: row.messages,
    };
    if (label) return [labelled(base, label)];
    if (!row.strict) return [];
    const type = row.negType ?? null;
    return [{ ...base, isKnowledge: row.label === "knowledge", type, isRead: false, kind: null }];
  });
}

/** Reads manually separated dialogs: `[time] <author> text`, with dashed lines between them. */
function livechat(path: string, labels: Map<string, ConversationLabel>): TrainingRow[] {
  return [...readArchive(path)].flatMap(([name, text]) => {
    const [, project] = /manual\/(\w+)\.txt$/.exec(name) ?? [];
    if (!project) return [];
    return text.split(/^-{4,}.*$/m).flatMap((part, index) => {
      const label = labels.get(`livechat-gitter/${project}-${index}`);
      if (!label) return [];
      const messages = part.split("\n").flatMap((line) => {
        const [, ts, author, said] = /^\[([\d: -]+)\] <([^>]+)> (.*)$/.exec(line.trim()) ?? [];
        return ts && author && said ? [{ ts: `${ts.replace(" ", "T")}Z`, author, text: withMarks(said) }] : [];
      });
      const id = `${project}-${index}`;
      return [labelled({ id, community: `livechat/${project}`, source: "livechat-gitter", messages }, label)];
    });
  });
}

/** Replaces the publishers' placeholders for code and links by marks; the engine sees original code and links in other data. */
function withMarks(said: string): string {
  return said
    .replaceAll("[<-CODE->]", "```\ncall(value);\n```")
    .replaceAll("[<-LINK->]", "https://example.org/page")
    .replaceAll("[<-ISSUE->]", "https://github.com/owner/repository/issues/1");
}

interface FeatureDialog {
  id: string;
  comments: { timstamp: string; user: string; body: string }[];
}

/** Reads IRC dialogs of Angular, Bootstrap and Chromium, as consecutive JSON objects. */
function featureRequests(path: string, labels: Map<string, ConversationLabel>): TrainingRow[] {
  const seen = new Set<string>();
  return [...readArchive(path)].flatMap(([name, text]) => {
    const [, project] = /(\w+?)_target_\w+\.txt$/.exec(name) ?? [];
    if (!project) return [];
    return objectsIn(text).flatMap((dialog) => {
      const id = `${project}-${dialog.id}`;
      const label = labels.get(`frminer/${id}`);
      if (!label || seen.has(id)) return [];
      seen.add(id);
      const messages = dialog.comments
        .filter((comment) => comment.body.trim())
        .map(({ timstamp, user, body }) => ({ ts: `${timstamp.replace(" ", "T")}:00Z`, author: user, text: body }));
      return [labelled({ id, community: `frminer/${project}`, source: "frminer", messages }, label)];
    });
  });
}

/** Parses consecutive JSON objects without commas. */
function objectsIn(text: string): FeatureDialog[] {
  const found: FeatureDialog[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" && depth++ === 0) start = at;
    else if (character === "}" && --depth === 0) found.push(JSON.parse(text.slice(start, at + 1)));
  }
  return found;
}

/** Reads conversations of the annotated reply graph. */
function ubuntu(bench: string, labels: Map<string, ConversationLabel>): TrainingRow[] {
  return readRows<StreamRow>(bench, "disentangle.train.jsonl.gz").flatMap((stream) => {
    const conversations = new Map<number, BenchMessage[]>();
    for (const message of stream.messages) {
      if (message.conv === null || message.i < stream.scoredFrom || message.system) continue;
      conversations.set(message.conv, [...(conversations.get(message.conv) ?? []), message]);
    }
    return [...conversations].flatMap(([conversation, messages]) => {
      const id = `${stream.id}/${conversation}`;
      const label = labels.get(`irc-disentanglement/${id}`);
      if (!label) return [];
      return [labelled({ id, community: "ubuntu", source: "irc-disentanglement", messages }, label)];
    });
  });
}

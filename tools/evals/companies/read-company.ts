import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GoldFile } from "../../../server/cli/evaluate/gold.ts";
import type { DemoChannel, DemoTeam, SlackMessage } from "../../demo/chat.ts";

interface CompanyFile {
  name: string;
  domain: string;
  language: string;
  /** The time zone offset, such as `+02:00`. */
  offset: string;
  people: Record<string, string>;
  bots: Record<string, string>;
  channels: Record<string, string>;
}

/** Expected results whose messages are marked in the chat (`{piece}` and `{!tempting}`) and not listed. */
interface MarkedGold extends Omit<GoldFile, "pieces" | "tempting"> {
  pieces: Omit<GoldFile["pieces"][number], "messages">[];
  tempting: Omit<NonNullable<GoldFile["tempting"]>[number], "messages">[];
}

type MessageWithReactions = SlackMessage & { reactions?: { name: string; users: string[]; count: number }[] };

export interface Company {
  team: DemoTeam;
  gold: GoldFile & { tempting: NonNullable<GoldFile["tempting"]>; never: string[] };
}

/** Returns the names of the fictional companies, which are names of folders. */
export const listCompanyNames = (): string[] =>
  readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/**
 * Reads a fictional company: one text file per channel, one line per message.
 *
 * `# 2026-09-07` starts a day. `08:15 greta {fog}: …` is a message. `> ` before a message makes it a reply to the last
 * message that is not a reply, and `> 09-09 08:15 …` is a reply on another day. `| ` continues the message above, `~ +1
 * tom` is a reaction to it, and `~ file NAME` is a file attached to it.
 */
export function readCompany(name: string): Company {
  const folder = join(import.meta.dirname, name);
  const read = <T>(file: string) => JSON.parse(readFileSync(join(folder, file), "utf8")) as T;
  const company = read<CompanyFile>("company.json");
  const marked = new Map<string, string[]>();
  const people = Object.entries({ ...company.people, ...company.bots }).map(([key, real]) => ({
    id: idOf("U", key),
    name: key,
    real_name: real,
    profile: { display_name: key in company.people ? (real.split(" ")[0] ?? real) : real, real_name: real },
    is_bot: key in company.bots,
    deleted: false,
    tz: "Etc/UTC",
  }));
  const channels = Object.entries(company.channels).map(([channel, purpose]): DemoChannel => {
    const text = readFileSync(join(folder, `${channel}.txt`), "utf8");
    const messages = new ChannelText(company, channel, marked).read(text);
    return {
      id: idOf("C", channel),
      name: channel,
      is_private: false,
      is_archived: false,
      topic: { value: "" },
      purpose: { value: purpose },
      created: Math.floor(Number(messages[0]?.ts ?? 0)) - 86_400,
      messages,
    };
  });
  const { pieces, tempting, never = [], ...gold } = read<MarkedGold>("gold.json");
  const messagesOf = (mark: string) => marked.get(mark) ?? [];
  const team = { id: idOf("T", name), name: company.name, domain: company.domain, users: people, channels };
  return {
    team,
    gold: {
      ...gold,
      never,
      pieces: pieces.map((piece) => ({ ...piece, messages: messagesOf(piece.id) })),
      tempting: tempting.map((one) => ({ ...one, messages: messagesOf(`!${one.id}`) })),
    },
  };
}

const LINE = /^(> )?(?:(\d\d-\d\d) )?(\d\d:\d\d) (\w+)(?: \{([^}]+)\})?: (.*)$/;

class ChannelText {
  readonly #company: CompanyFile;
  readonly #channel: string;
  readonly #marked: Map<string, string[]>;
  readonly #messages: MessageWithReactions[] = [];
  readonly #perMinute = new Map<number, number>();
  #day = "";
  #root: SlackMessage | null = null;

  constructor(company: CompanyFile, channel: string, marked: Map<string, string[]>) {
    this.#company = company;
    this.#channel = channel;
    this.#marked = marked;
  }

  read(text: string): SlackMessage[] {
    for (const [index, line] of text.split("\n").entries()) {
      const isRead = line === "" || this.#readDay(line) || this.#readMore(line) || this.#readMessage(line, index);
      if (!isRead) throw new Error(`${this.#channel}.txt, line ${index + 1} is no message: ${line}`);
    }
    return this.#messages.toSorted((a, b) => Number(a.ts) - Number(b.ts));
  }

  #readDay(line: string): boolean {
    if (!/^# \d{4}-\d\d-\d\d$/.test(line)) return false;
    this.#day = line.slice(2);
    return true;
  }

  #readMore(line: string): boolean {
    const last = this.#messages.at(-1);
    const [, sign, word = "", rest = ""] = /^([|~]) (\S*) ?(.*)$/.exec(line) ?? [];
    if (!last || !sign) return false;
    if (sign === "|") last.text += `\n${this.#wireText(line.slice(2))}`;
    else if (word === "file") last.files = [fileOf(rest)];
    else {
      const users = rest.split(" ").map((key) => this.#userId(key));
      last.reactions = [...(last.reactions ?? []), { name: word, users, count: users.length }];
    }
    return true;
  }

  #readMessage(line: string, index: number): boolean {
    const [, reply, monthDay, time, key = "", marks = "", text = ""] = LINE.exec(line) ?? [];
    if (!time) return false;
    const day = monthDay ? `${this.#day.slice(0, 5)}${monthDay}` : this.#day;
    const seconds = Date.parse(`${day}T${time}:00${this.#company.offset}`) / 1000;
    // Within a minute, messages keep the order of the lines. The additional digits make the id unique in the company.
    const ordinal = (this.#perMinute.get(seconds) ?? 0) + 1;
    this.#perMinute.set(seconds, ordinal);
    const ts = `${seconds + ordinal * 7}.${digitsOf(`${this.#channel} ${index}`)}`;
    const message: MessageWithReactions = { type: "message", ts, text: this.#wireText(text) };
    if (key in this.#company.bots)
      Object.assign(message, { subtype: "bot_message", bot_id: idOf("B", key), username: this.#company.bots[key] });
    else message.user = this.#userId(key);
    if (reply) {
      if (!this.#root) throw new Error(`${this.#channel}.txt, line ${index + 1} replies to nothing.`);
      this.#root.thread_ts = this.#root.ts;
      message.thread_ts = this.#root.ts;
    } else this.#root = message;
    this.#messages.push(message);
    for (const mark of marks.split(",").filter(Boolean)) {
      this.#marked.set(mark, [...(this.#marked.get(mark) ?? []), ts]);
    }
    return true;
  }

  #userId(key: string): string {
    if (!(key in this.#company.people)) throw new Error(`${this.#channel}.txt names ${key}, who is nobody.`);
    return idOf("U", key);
  }

  /** Writes text in Slack's format: people become ids, and `&`, `<` and `>` are escaped. */
  #wireText(text: string): string {
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return escaped.replace(/@(\w+)/g, (all, key: string) =>
      key in this.#company.people && !/\w@/.test(all) ? `<@${idOf("U", key)}>` : all,
    );
  }
}

function fileOf(name: string) {
  const type = name.split(".").at(-1) ?? "";
  const id = idOf("F", name);
  const url_private = `https://files.slack.com/files-pri/${id}/${name}`;
  return { id, name, title: name, mimetype: "application/octet-stream", filetype: type, size: 20_480, url_private };
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const idOf = (kind: string, key: string) => `${kind}0${hash(`${kind} ${key}`).slice(0, 9).toUpperCase()}`;
const digitsOf = (text: string) => String(Number.parseInt(hash(text).slice(0, 10), 16) % 1_000_000).padStart(6, "0");

import type pg from "pg";
import type { SlackMessage } from "../stand-ins/slack/slack-stand-in.ts";
import type { Company } from "./company.ts";

interface PostedQuestion {
  channelId: string;
  ts: string;
}

/** False for the message that informs an asker about a later article. */
const isAnswer = ({ blocks }: SlackMessage) => !JSON.stringify(blocks ?? []).includes("This has been explained since.");

/** Simulates people who ask in Slack while processes are killed: by mention in a channel, and in a direct conversation. */
export class AskingPeople {
  readonly #company: Company;
  readonly #addresses: readonly string[];
  readonly #random: () => number;
  readonly #asked: PostedQuestion[] = [];

  /** `addresses` are the web processes, which receive Slack's events alternately. */
  constructor(company: Company, addresses: readonly string[], random: () => number) {
    this.#company = company;
    this.#addresses = addresses;
    this.#random = random;
  }

  get count(): number {
    return this.#asked.length;
  }

  /** Asks a question. Sometimes the answer is posted late, or Slack's response is lost. */
  ask(): void {
    const { slack, team } = this.#company;
    const web = this.#addresses[this.count % this.#addresses.length];
    slack.deliveries.sendTo(`${web}/api/slack/events`);
    const channels = team.data.channels.filter(({ is_im }) => !is_im);
    const channel = this.#pick(channels);
    const said = this.#pick(channel.messages.filter(({ user }) => user !== team.bot.id));
    if (!said?.text || !said.user) return;
    const chance = this.#random();
    if (chance < 0.3) slack.fail({ match: "chat.postMessage", kind: { late: 1000 } });
    else if (chance < 0.5)
      slack.fail({ match: "chat.postMessage", kind: { afterWork: this.#pick(["hang", "reset", "status-500"]) } });
    const question = said.text.slice(0, 200);
    const isAlone = this.#random() < 0.3;
    const place = isAlone ? team.directWith(said.user) : channel;
    const text = isAlone ? question : `<@${team.bot.id}> ${question}`;
    const { ts } = team.post(place.id, { user: said.user, text });
    this.#asked.push({ channelId: place.id, ts });
  }

  /** Waits until Slack has delivered every event or given up. */
  async told(): Promise<void> {
    await this.#company.slack.deliveries.settled();
  }

  async judge(pool: pg.Pool): Promise<{ answered: number; broken: Record<string, number> }> {
    const { team } = this.#company;
    const posts = this.#asked.map(({ channelId, ts }) =>
      team.channel(channelId).messages.filter(({ thread_ts, bot_id }) => bot_id !== undefined && thread_ts === ts),
    );
    const counts = posts.map((some) => some.filter(isAnswer).length);
    const { rows } = await pool.query<{ questionId: string; state: string }>(
      `select question_id as "questionId", state from chat_answers where state in ('to-answer', 'answered')`,
    );
    const answered = new Set(rows.flatMap(({ questionId, state }) => (state === "answered" ? [questionId] : [])));
    return {
      answered: counts.filter((count) => count > 0).length,
      broken: {
        "questions answered more than once": counts.filter((count) => count > 1).length,
        "askers told more than once that it is explained now": posts.filter(
          (some) => some.filter((post) => !isAnswer(post)).length > 1,
        ).length,
        "answers that are not there": this.#asked.filter(({ ts }, at) => answered.has(ts) && counts[at] === 0).length,
        "answers stuck": rows.length - answered.size,
      },
    };
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
}

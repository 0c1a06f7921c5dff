import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listStatements, type WrittenArticle } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import { readOfficeConversations, toChatConversation } from "../../tools/evals/office-conversations.ts";
import { redactText } from "../redact/redact.ts";
import { parseConversation } from "../testing/golden-conversation.ts";
import { cleanText, neutralizeMarkdown } from "../text/clean-text.ts";
import { parseConversationText } from "../text/read-conversation.ts";
import { isAnswered } from "./relevant-messages.ts";
import { MOST_TITLE_CHARACTERS } from "./title.ts";
import { removeEmoji } from "./trim-sentence.ts";
import { writeExcerpt } from "./write-excerpt.ts";

const NOWHERE = { channelName: "", knownTags: [] };
const written = (text: string) => writeExcerpt(parseConversation(text), NOWHERE);
const summaryOf = ({ summary }: WrittenArticle) => summary.map(({ text }) => text);
const rolesOf = ({ body }: WrittenArticle, text: string) =>
  body.filter(({ statements }) => statements.some((statement) => statement.text === text)).map(({ role }) => role);
const said = (article: WrittenArticle) => listStatements(article).map(({ text }) => text);
const struckIn = (chat: string) => said(written(chat)).filter((text) => text.startsWith("~~"));
/** Returns sentences marked as possibly corrected, with the name in the mark. */
const doubtedIn = (chat: string) =>
  listStatements(written(chat)).flatMap(({ text, doubt }) =>
    doubt ? [`${text} (${/by (\w+)/.exec(doubt)?.[1]})`] : [],
  );

/**
 * Returns the messages' text without the parts that an excerpt omits: secrets, emoji, the @ of names and list marks.
 */
function sourceText({ messages }: Conversation, ids: string[]): string {
  const texts = messages.flatMap(({ externalId, text }) =>
    ids.includes(externalId) ? redactText(cleanText(text)).text : [],
  );
  return texts.flatMap((text) => [plain(text), plain(text.replace(LIST_MARK, ""))]).join(" ");
}

const LIST_MARK = /^\s*(?:[-*•–]|\d{1,2}[.)]|[a-z][.)]|#{1,6})\s+/gm;
/** Keeps an emoji inside code and removes one in a sentence. */
const plain = (text: string) =>
  removeEmoji(neutralizeMarkdown(text))
    .replaceAll(/\p{Extended_Pictographic}\uFE0F?|:[a-z_]+:|[@`]/gu, "")
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ (?=[,.;!?)])/g, "")
    .toLowerCase();

/**
 * Removes everything that an excerpt may add to a sentence: the strikethrough, the capital letter and the final
 * punctuation.
 */
const bare = (text: string) => /^(.*?)([.?!…]*)$/s.exec(plain(text.replace(/^~~|~~$/g, "")).trim())?.slice(1) ?? [];

/**
 * Whether the source contains the words and, soon after, the final punctuation. A "thanks" between the two may be
 * missing from the statement.
 */
function isSaid(statement: string, source: string): boolean {
  const [words = "", mark = ""] = bare(statement);
  return source
    .split(words)
    .slice(1)
    .some((rest) => rest.slice(0, FAREST_MARK).includes(mark));
}

const FAREST_MARK = 60;

function foreignStatements(conversation: Conversation): string[] {
  return listStatements(writeExcerpt(conversation, NOWHERE)).flatMap(({ form, text, sources }) => {
    const source = sourceText(conversation, sources);
    const isIn =
      form === "code" ? text.split("\n").every((line) => source.includes(plain(line))) : isSaid(text, source);
    return isIn && sources.length > 0 ? [] : [text];
  });
}

describe("an excerpt", () => {
  it("says nothing that is not in its source letter by letter, in 320 conversations of offices", () => {
    const conversations = (["fit", "check", "fresh", "unseen"] as const)
      .flatMap(readOfficeConversations)
      .map(toChatConversation);
    expect(conversations.length).toBeGreaterThan(300);
    expect(conversations.flatMap(foreignStatements)).toEqual([]);
  });

  it("says nothing that is not in its source letter by letter, whatever people type", () => {
    const word = fc.constantFrom(
      "ok",
      "thanks",
      "the",
      "key",
      "is",
      "at",
      "reception",
      "how",
      "do",
      "I",
      "hi",
      "@Ben",
      "Ana:",
      "lol",
      "15:00",
      "`run it`",
      "https://example.org/a?b=1",
      ":tada:",
      "😀",
      "(see",
      "below)",
      "no,",
      "sorry,",
      "I meant",
      "…",
      "e.g.",
      "<b>x</b>",
      "*bold*",
      "~~gone~~",
    );
    const mark = fc.constantFrom(
      " ",
      " ",
      " ",
      ". ",
      "? ",
      "! ",
      ", ",
      "\n",
      "\n- ",
      "\n1. ",
      "\n```\nls -l\n```\n",
      " – ",
    );
    const text = fc.array(fc.tuple(word, mark), { minLength: 1, maxLength: 30 }).map((parts) => parts.flat().join(""));
    const conversation = fc
      .array(
        fc.tuple(
          fc.constantFrom("Ana", "Ben", "Cem Oz"),
          fc.oneof(text, fc.string({ maxLength: 80, unit: "grapheme" })),
        ),
        { minLength: 1, maxLength: 8 },
      )
      .map(
        (messages): Conversation => ({
          key: "0",
          messages: messages.map(([name, message], at) => ({
            externalId: String(at),
            threadId: null,
            author: { externalId: name, name },
            sentAt: new Date(Date.UTC(2026, 0, 5, 9, at)),
            editedAt: null,
            text: message,
          })),
        }),
      );
    fc.assert(
      fc.property(conversation, (one) => {
        expect(foreignStatements(one)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("takes the question as its title, without greeting, names and opening phrases", () => {
    expect(
      written(
        "Ana: Hi all, does anyone know how we get the deposit back for a stand?\nBen: @Ana form RD-4, two weeks before",
      ).title,
    ).toBe("How we get the deposit back for a stand?");
  });

  it("shortens a long question at the end of a clause to 90 characters", () => {
    const { title } = written(
      "Ana: How do I book the large meeting room for a supplier who comes on a Saturday, given that the porter who has the keys is on holiday until May?\nBen: Ask the gate, they have a second key.",
    );
    expect(title).toBe("How do I book the large meeting room for a supplier who comes on a Saturday");
    expect(title.length).toBeLessThanOrEqual(MOST_TITLE_CHARACTERS);
  });

  it("cuts a title at the end of the question or statement, and takes the error message or the later question of a single case", () => {
    const titles: [string, string][] = [
      [
        "Ana: Why does every docker build of the shop take 9 minutes, I changed one line in a file\nBen: Because we copy everything before we install.",
        "Why does every docker build of the shop take 9 minutes",
      ],
      [
        "Ana: The carrier says our pallets show up twice in their system since Thursday and wants to bill all of them twice to us.\nBen: Print one page and use two copies.",
        "The carrier says our pallets show up twice in their system since Thursday",
      ],
      [
        'Ana: Third one this morning: "your password reset link has expired" and they swear they clicked within a minute.\nBen: The mail scanner opens the link first, send a code instead.',
        "Your password reset link has expired",
      ],
    ];
    for (const [chat, title] of titles) expect(written(chat).title).toBe(title);
  });

  it("takes the subject of an announcement as its title", () => {
    const article = written(
      "Ana: Reminder: the gate on Quay Street shuts at six from Monday on. Deliveries after that go to yard B and ring first.",
    );
    expect(article.title).toBe("The gate on Quay Street shuts at six from Monday on");
    expect(article.contentType).toBe("documentation");
  });

  it("strikes through a statement that its author corrects, and cites both messages for the correction", () => {
    const article = written(
      "Ana: Until when do we take orders for the same day?\nBen: Until 15:00 on Fridays.\nBen: Sorry, I meant 14:00 on Fridays.\nAna: thanks!",
    );
    expect(said(article)).toEqual([
      "Sorry, I meant 14:00 on Fridays.",
      "Until when do we take orders for the same day?",
      "~~Until 15:00 on Fridays.~~",
    ]);
    const struck = listStatements(article).find(({ text }) => text.startsWith("~~"));
    expect(struck?.sources).toEqual(["2", "3"]);
  });

  it("strikes through only a number or code that its author replaces in their own words", () => {
    expect(
      struckIn(
        "Ana: Wie lange sperrt das Tor?\nBen: Das Tor sperrt für 20 Minuten.\nBen: Moment, ich hab Quatsch erzählt, es sind 30 Minuten.",
      ),
    ).toEqual(["~~Das Tor sperrt für 20 Minuten.~~"]);
    expect(
      struckIn(
        "Ana: How early do we have to send the parcels?\nBen: Send them 6 working days before the fair.\nAna: and by which carrier\nBen: Any carrier with tracking.\nCem: I use the yellow one\nAna: who pays\nBen: The fair office pays.\nBen: I looked it up again, it's 9 working days, not 6. Neither the first nor the last counts.",
      ),
    ).toEqual(["~~Send them 6 working days before the fair.~~"]);
    const [other] = doubtedIn(
      "Ana: When is the van free?\nBen: The van is free at 9 and the trailer too.\nBen: Washing takes the van at 11.\nBen: Sorry, I meant 10.",
    );
    expect(other).toBe("Washing takes the van at 11. (Ben)");
  });

  it("marks a statement as possibly corrected if another person corrects it or its author gives it up, in English and German", () => {
    const chats: [string, string][] = [
      [
        "Ana: Who knows how the kiln is cleaned? We start on Monday.\nBen: Like this:\n    - let it cool for 8 hours\n    - wear the mask\nCem: 8? The maker says 12\nBen: Cem is right, 12 hours. The 8 was for the small one.\nAna: thanks",
        "Let it cool for 8 hours (Cem)",
      ],
      [
        "Ana: How much is a locker?\nBen: Six euros a month, paid in cash.\nCem: It went up in May, seven now\nBen: ah yes, seven",
        "Six euros a month, paid in cash. (Cem)",
      ],
      [
        "Ana: Bis wann muss die Meldung raus?\nBen: Spätestens 3 Tage nach dem Schaden.\nCem: 5 Tage, Ben. 3 galt beim alten Versicherer\nBen: Stimmt, 5 Tage",
        "Spätestens 3 Tage nach dem Schaden. (Ben)",
      ],
      [
        "Ana: Darf ich den Transporter privat leihen?\nBen: klar, Schlüssel hängt im Büro, Fahrtenbuch nicht vergessen\nCem: Nein, den Transporter nur mit Schein von Herrn Roth, der Schlüssel hängt nicht mehr im Büro.\nBen: ups, wusste ich nicht",
        "Klar, Schlüssel hängt im Büro, Fahrtenbuch nicht vergessen (Cem)",
      ],
      [
        "Ana: Wann muss ich die Heizung melden?\nBen: Sobald sie länger als 40 Minuten aus ist.\nCem: Kurzer Hinweis, nicht ab 40 sondern ab 25 Minuten.",
        "Sobald sie länger als 40 Minuten aus ist. (Cem)",
      ],
      [
        "Ana: Which pressure for the wide tyre?\nBen: 4 bar\nCem: 4 was for the old rims. Since spring it is 5, see the sheet at the pump.\nBen: ah fair. go with what he said",
        "4 bar (Cem)",
      ],
      [
        "Ana: Do we store lost coats?\nBen: yes. keep them 4 weeks\nAna: is there a fee\nBen: hand them out at the desk. take €2 for the bag\nCem: Small correction: it's 2 weeks since May, not 4.\nBen: oh didnt know that",
        "Keep them 4 weeks (Cem)",
      ],
      [
        "Ana: Wie spüle ich den Filter?\nBen: so:\n    1. Ventil zu, 20 min abkühlen lassen\n    2. spülen, 20 min\nCem: abkühlen bitte 35 beim neuen, die 20 sind für den alten\nBen: hast recht Cem",
        "Ventil zu, 20 min abkühlen lassen (Cem)",
      ],
      [
        "Ana: How long may a visitor park?\nBen: Visitors park for 90 minutes.\nCem: Correction, visitors park for 60 minutes in yard B.",
        "Visitors park for 90 minutes. (Cem)",
      ],
    ];
    expect(chats.map(([chat]) => doubtedIn(chat))).toEqual(chats.map(([, doubted]) => [doubted]));
    expect(chats.flatMap(([chat]) => struckIn(chat))).toEqual([]);
  });

  it("marks a code block as doubtful if its author corrects its number in the next message in other words", () => {
    const chat = `Ann: The VPN is connected and nothing opens
Ben: Fix: Edit, in the block Interface add
  \`\`\`
  MTU = 1380
  \`\`\`
Ann: still spins
Ben: no wait, 1380 is for trains. hotels need smaller, try 1280
Ann: it works, thank you`;
    expect(doubtedIn(chat)).toEqual(["`MTU = 1380` (Ben)"]);
  });

  it("marks a practice as doubtful if the next speaker says that it changed, but not a rule that its author confirms", () => {
    const chat =
      "Leon: Can I work from Portugal for six weeks in the spring?\nHannah: You can, I did three months from Spain, you just tell your lead\nIngrid: Please be careful, that has changed since. Within the EU it's at most 30 days a year, and not 90 days as in Hannah's time.\nLeon: The handbook still says 90.\nIngrid: You're right, the page is out of date. 30 days is what is valid, since January.\nHannah: ok wow I am glad nobody looked at my three months";
    expect(struckIn(chat)).toEqual([]);
    expect(doubtedIn(chat)).toEqual(["You can, I did three months from Spain, you just tell your lead (Ingrid)"]);
    expect(
      doubtedIn(
        "Ana: Wie viele Tage sind es?\nBen: Es sind 30 Tage im Jahr.\nAna: Im Handbuch steht noch 90 Tage\nBen: Stimmt, du hast recht, das Handbuch ist alt. 30 Tage gilt.",
      ),
    ).toEqual(["Im Handbuch steht noch 90 Tage (Ben)"]);
    expect(summaryOf(written(chat))).toEqual([]);
  });

  it("marks no number that the same sentence corrects, and no statement after its objector withdraws the objection", () => {
    const inItself =
      "Ana: What does the late return cost?\nBen: Up to 2pm it is free if nobody waits for the van. Until 5pm it's 20, wait no 25 since May.";
    expect([...struckIn(inItself), ...doubtedIn(inItself)]).toEqual([]);
    expect(
      doubtedIn(
        "Ana: When can the job start?\nBen: It has to start after 03:00 UTC because the files land then.\nCem: no, that's 04:00 UTC, the files land at 5 here\nBen: I looked at the folder, all land by 02:50 UTC. So 03:00 holds.\nCem: hm ok you're right, I was reading local time",
      ),
    ).toEqual(["No, that's 04:00 UTC, the files land at 5 here (Ben)"]);
  });

  it("marks no statement that others confirm, extend or make more precise", () => {
    const chats = [
      "Ana: How long is the delivery?\nBen: It takes 5 days to Denmark.\nCem: and 10 at Christmas\nBen: true, 10 at Christmas",
      "Ana: Wie lange hält der Ausweis?\nBen: Der Ausweis hält 7 Tage.\nCem: gilt aber nur am Haupttor, sonst auch 7 Tage\nBen: richtig, bei uns ist das so",
      "Ana: Can I order twice?\nBen: Yes, the shop opens 20 times a year. You can order up to 4 times.\nBen: Sorry, 4 is per person. Per team it is 9.",
      "Ana: Which code do I take?\nBen: Code V4 for the goods.\nAna: so V4 for everything\nCem: careful, no. V4 is goods, services have V6.",
      "Ana: Do leftover days disappear? I have 9 left\nBen: Up to five days move on their own. Anything above five needs a reason.\nAna: So 4 of my 9 would be gone?\nBen: Yes. So please book at least four.",
      "Ana: The pump on floor 2 stopped.\nBen: Did it beep?\nAna: no beep, floor 2 is quiet\nBen: Wait for the green light on floor 2.",
    ];
    expect(chats.flatMap((chat) => [...struckIn(chat), ...doubtedIn(chat)])).toEqual([]);
  });

  it("cuts no sentence at the full stop of a date, an ordinal or an abbreviation", () => {
    const article = written(
      "Ana: Bis wann gilt der Gutschein vom 12. November? Er liegt im 3. Stock.\nBen: Wer kann am Freitag 18. NICHT liefern, sagt Bescheid.\nBen: Bis 28. Februar, ca. 3 Monate. Danach z. B. das Formular Nr. 7 nehmen.\nBen: Der vom 4.3. gilt noch. Der Laden schließt um 9.40. Danach ist zu.\nBen: Nachgeholt wird jeden Freitag, 5. bis 7. Stunde, Raum 12.\nBen: Leg es in Zi. 240, ins 2. Fach, was vor dem 1. 12. kam, nach oben. Ohne die Ref.-Nr. fehlt der Beleg.\nBen: Um 8 Uhr fängt im Jan. noch eine an, auch mit ärztl. Attest, glaube ich.",
    );
    expect(said(article)).toEqual(
      expect.arrayContaining([
        "Bis wann gilt der Gutschein vom 12. November?",
        "Er liegt im 3. Stock.",
        "Wer kann am Freitag 18. NICHT liefern, sagt Bescheid.",
        "Bis 28. Februar, ca. 3 Monate.",
        "Danach z. B. das Formular Nr. 7 nehmen.",
        "Der vom 4.3. gilt noch.",
        "Der Laden schließt um 9.40.",
        "Nachgeholt wird jeden Freitag, 5. bis 7. Stunde, Raum 12.",
        "Leg es in Zi. 240, ins 2. Fach, was vor dem 1. 12. kam, nach oben.",
        "Ohne die Ref.-Nr. fehlt der Beleg.",
        "Um 8 Uhr fängt im Jan. noch eine an, auch mit ärztl. Attest, glaube ich.",
      ]),
    );
  });

  it("adds no punctuation to a line, and treats no line without a question mark after other lines as a question", () => {
    const article = written(
      "Ana: Warum lädt die App nicht?\nBen: Das Zertifikat fehlt. Es liegt im Ordner. muss man nach jedem Update wieder machen\nAna: läuft, top!\nCem: Wer den Ordner auch nicht findet: bitte an mich",
    );
    expect(said(article)).toEqual(
      expect.arrayContaining([
        "Muss man nach jedem Update wieder machen",
        "Wer den Ordner auch nicht findet: bitte an mich",
      ]),
    );
    expect(rolesOf(article, "Muss man nach jedem Update wieder machen")).not.toContain("question");
    expect(rolesOf(article, "Läuft, top!")).not.toContain("answer");
  });

  it("begins a paragraph after a line without closing punctuation", () => {
    const article = written(
      "Ana: How do I tune the bell?\nBen: Use the small key\nBen: Turn it left. It clicks twice.",
    );
    expect(article.body.map(({ statements }) => statements.map(({ text }) => text))).toEqual([
      ["How do I tune the bell?"],
      ["Use the small key"],
      ["Turn it left.", "It clicks twice."],
    ]);
  });

  it("removes a greeting that punctuation separates, and cuts no greeting inside a sentence", () => {
    const firstOf = (chat: string) => said(written(chat))[0];
    const rule = "die Turnhalle ist ab Montag zu, bitte meldet eure Gruppen bis Freitag im Büro um.";
    expect(firstOf(`Ana: Liebe Kolleginnen und Kollegen,\n    ${rule}`)).toMatch(/^Die Turnhalle/);
    expect(firstOf(`Ana: hallo ihr lieben, ${rule}`)).toMatch(/^Die Turnhalle/);
    expect(firstOf(`Ana: hallo ihr zwei, ${rule}`)).toMatch(/^Hallo ihr zwei, die Turnhalle/);
    expect(firstOf("Ana: Dear colleagues and friends, the hall is closed from Monday on.")).toMatch(
      /^Dear colleagues and/,
    );
  });

  it("keeps an answer together if its next line has no subject", () => {
    const torn = [
      "Ana: Warum bricht der Versand ab?\nBen: Die Grenze ist 50 Stück je Sendung. Steht da nicht.",
      "Ana: Why does the lamp flicker?\nBen: The driver overheats above 40 degrees. Isn't written there.",
    ];
    for (const chat of torn) expect(written(chat).summary, chat).toEqual([]);
  });

  it("distinguishes questions without a question mark from statements, and adds no mark to either", () => {
    const article = written(
      "Ana: A boy of 14 wants a locker, is that allowed?\nBen: Only with a form from his parents.\nAna: dad is abroad, can he sign it by mail\nBen: Yes. Forms > Send, it goes to his address.\nAna: and people without an address\nBen: They come to the desk.\nBen: have the form open on the desk first",
    );
    expect(rolesOf(article, "Dad is abroad, can he sign it by mail")).toEqual(["question"]);
    expect(rolesOf(article, "Yes.")).toEqual(["answer"]);
    expect(said(article)).toContain("And people without an address");
    expect(rolesOf(article, "Have the form open on the desk first")).toEqual(["explanation"]);
  });

  it("keeps a third person's question with its answer, and writes no summary that depends on an earlier line", () => {
    const article = written(
      "Ana: Can I wash the covers at 60?\nBen: Which ones, wool?\nAna: wool yes\nBen: Then only at 30, and dry them flat on the rack.\nCem: and what about curtains, somebody asked me\nBen: No tumble dryer for them.",
    );
    expect(article.summary).toEqual([]);
    expect(rolesOf(article, "And what about curtains, somebody asked me")).toEqual(["question"]);
    expect(rolesOf(article, "No tumble dryer for them.")).toEqual(["answer"]);
  });

  it("keeps lists, code and links as they were typed", () => {
    const article = written(
      "Ana: How do I reset the scanner?\nBen: Three steps, see https://wiki.example.org/scanner?v=2\n    1. Hold the button\n    2. Run this\n    ```\n    reset --hard /dev/tty1\n    ```\n    3. Wait for the light",
    );
    expect(said(article)).toEqual(
      expect.arrayContaining([
        "Three steps, see https://wiki.example.org/scanner?v=2",
        "Hold the button",
        "reset --hard /dev/tty1",
        "Wait for the light",
      ]),
    );
    expect(
      article.body.filter(({ layout }) => layout === "steps").flatMap(({ statements }) => statements),
    ).toHaveLength(4);
    expect(article.contentType).toBe("howto");
  });

  it("leaves out greetings, thanks, emoji and secrets, and reports the removed secrets", () => {
    const article = written(
      "Ana: morning! what is the code of the archive?\nBen: hey @Ana 😀 ask Kim at reception, password: Tr0ub4dor&3xyz\nAna: thanks so much!! :tada:",
    );
    expect(said(article).join(" ")).not.toMatch(/Tr0ub4dor|morning|😀|:tada:|thanks/);
    expect(article.redactions).toEqual([{ what: "password", count: 1 }]);
  });

  it("keeps 'no' as an answer, and a further question with its answer in sections of their own", () => {
    const article = written(
      "Ana: Can I enter it as a refund?\nBen: No. As a store credit, reason GW-2.\nAna: And above 50 euros?\nBen: Then Helen has to approve it.",
    );
    expect(said(article).slice(1, 3)).toEqual(["No.", "As a store credit, reason GW-2."]);
    expect(article.body.map(({ role }) => role)).toEqual(["question", "answer", "question", "answer"]);
  });

  it("begins with the direct answer and not with a longer later one: the demo's first article", () => {
    const support = JSON.parse(
      readFileSync(new URL("../../tools/demo/chat/business/support.json", import.meta.url), "utf8"),
    ) as { ts: string; user: string; text: string; thread_ts?: string }[];
    const first = support.find(({ text }) => text.includes("refund half an order"));
    const messages = support
      .filter(({ thread_ts }) => thread_ts === first?.ts)
      .map(({ ts, user, text }) => ({
        externalId: ts,
        threadId: first?.ts ?? null,
        author: { externalId: user, name: user },
        sentAt: new Date(Number(ts) * 1000),
        editedAt: null,
        text,
      }));
    expect(summaryOf(writeExcerpt({ key: "0", messages }, NOWHERE))[0]).toBe(
      "You refund the *shipment*, not the order.",
    );
  });

  it("never repeats a question as the answer, even after a name or in the form of a guess", () => {
    const article = written(
      "Ana: The label printer in hall 2 prints blank labels. What now?\nBen: Ana did you change the roll\nAna: yes this morning, a white one\nCem: it goes in from below, doesnt it\nBen: The roll has to go in with the coated side up. Scratch it with a coin, the coated side turns grey.",
    );
    expect(summaryOf(article)[0]).toBe("The roll has to go in with the coated side up.");
    const answers = article.body.filter(({ role }) => role === "answer" || role === "fix");
    expect(answers.flatMap(({ statements }) => statements.map(({ text }) => text)).join(" ")).not.toMatch(
      /did you|from below/i,
    );
    expect(rolesOf(article, "Did you change the roll")).toEqual(["question"]);
  });

  it("treats a rule that begins with a condition as a statement, and a question without a question mark as a question", () => {
    const article = written(`Ana: Is the exam fee paid by us?
Bo: Yes, we pay the first attempt. And if you leave within 12 months of us paying a fee we take it back out of the last payslip
Ana: must I give a receipt
Bo: Yes, to the office by the end of the month`);
    const rule = "And if you leave within 12 months of us paying a fee we take it back out of the last payslip";
    expect(said(article)).toEqual(expect.arrayContaining([rule, "Must I give a receipt"]));
    expect(rolesOf(article, rule)).not.toContain("question");
    expect(rolesOf(article, "Must I give a receipt")).toEqual(["question"]);
  });

  it("puts no guess, rejected statement, withdrawn statement or joke into its summary", () => {
    const guessed = written(
      "Ana: Do we stamp the form first or sign it first?\nBen: I think stamp first? Because the stamp proves the signature.\nCem: You sign first, then reception stamps both pages.",
    );
    expect(summaryOf(guessed)).toEqual(["You sign first, then reception stamps both pages."]);
    const refused = written(
      "Ana: Dryer 2 stopped for two hours, the load is due today. What now?\nBen: so add two hours at the end\nAna: aye thats what i thought\nCem: no. The whole 30 hours start again from nothing.",
    );
    expect(summaryOf(refused).join(" ")).not.toContain("add two hours");
    const takenBack = written(
      "Ana: What torque for the lid bolts?\nBen: The lid bolts take 16.\nAna: ok\nCem: On the grey frame the lid takes 11 since spring.",
    );
    expect(summaryOf(takenBack)).toEqual([]);
    const first = written(
      "Ana: Can I wash the kitchen jackets at 60?\nBen: Wash them at 60 with the strong powder.\nAna: ok\nCem: The label has 40 and the stains stay in for good above that.",
    );
    expect(summaryOf(first)).toEqual([]);
    const joked = written(
      "Ana: Who signs the petty cash slip?\nBen: ask the cat 😂\nCem: Mrs Weiss signs every slip up to 80 euros.",
    );
    expect(summaryOf(joked)).toEqual(["Mrs Weiss signs every slip up to 80 euros."]);
  });

  it("has no summary that depends on a line between question and answer, or that a later line depends on", () => {
    const torn = [
      "Ana: The badge reader beeps twice, what is wrong?\nBen: Which door?\nAna: north\nBen: Batteries die faster there.",
      "Ana: How much heap does the build get?\nBen: Give it 8192 megabytes of heap\nCem: Not 8192, the runners only have 7 GB. 4096 is plenty.\nBen: fair, 4096 then",
      "Ana: The stock count hangs, normal?\nBen: No.\nAna: where do I look",
      "Ana: How do I test the banner?\nBen: Run the container with the fixtures. Open the report in the browser. That passes except for the footer.",
    ];
    for (const chat of torn) expect(written(chat).summary, chat).toEqual([]);
    const leaning = [
      "No. Saturdays from 9 to 12 only.",
      "We do, on Saturdays.",
      "Because the key is lost, ask Kim.",
      "Nein, nur samstags von 9 bis 12.",
    ];
    for (const answer of leaning) {
      const article = written(`Ana: Is the gate open on Sundays?\nBen: ${answer}`);
      expect(article.summary, answer).toEqual([]);
      expect(said(article).join(" ")).toContain(answer);
    }
    const whole = "Ana: Is the gate open on Sundays?\nBen: Saturdays from 9 to 12 only.";
    expect(summaryOf(written(whole))).toEqual(["Saturdays from 9 to 12 only."]);
  });

  it("puts a corrected first answer after its correction, and does not call it the answer", () => {
    const refused = written(
      "Ana: A customer wants the VAT number on last month's invoice, can we do that?\nBen: I've always told them to live with it\nCem: Please don't. You cancel the invoice with a credit note and issue a new one. Press Correct in Kestrel, it writes both.",
    );
    const texts = said(refused);
    expect(texts.indexOf("I've always told them to live with it")).toBe(texts.length - 1);
    expect(rolesOf(refused, "I've always told them to live with it")).toEqual(["explanation"]);
    const halfRight = written(
      "Ana: How long is the warranty on the grinders?\nBen: 24 months\nAna: it says 12 in the terms\nBen: the card in the box says 24\nCem: You're both half right. The terms say 12 months for businesses. The maker gives 24 on the motor if the machine is registered.",
    );
    const first = halfRight.body.find(({ role }) => role === "answer")?.statements[0]?.text;
    expect(first).toBe("You're both half right.");
    expect(said(halfRight).slice(-2)).toEqual(["24 months", "The card in the box says 24"]);
  });

  it("leaves out small talk without a word of the topic, and keeps corrections", () => {
    const article = written(
      "Ana: How long is the warranty on the grinders?\nBen: The terms give the grinders 12 months.\nDan: The window cleaners come at 15:00, please clear the sills.\nBen: Their names are Gordon and Other Gordon\nEva: Who's covering lunch today?\nBen: Me\nCem: No, not 12, that has changed: it is 24 since May.",
    );
    expect(said(article).join(" ")).not.toMatch(/cleaners|Gordon|lunch|Me\b/);
    expect(said(article)).toContain("No, not 12, that has changed: it is 24 since May.");
  });

  it("is not written for a question that only jokes answer", () => {
    const isAsked = (chat: string) => isAnswered(parseConversationText(parseConversation(chat)));
    const joke =
      "Ana: How do I make my camera not show the ceiling\nBen: back. 31 messages, 28 of them were solved by turning it off. proud of you\nCem: we learned from the best";
    expect(isAsked(joke)).toBe(false);
    expect(isAsked(`${joke}\nBen: Tilt the camera down until the ceiling is gone.`)).toBe(true);
    expect(isAsked(`${joke}\nAna: ha, that worked, thanks`)).toBe(true);
  });

  it("is not written for a remark that only a joke replies to, inside or outside of a thread", () => {
    const remark = "Tom: I'm off until wednesday. Leon has the keys to the cabinet, Priya has the keys to Leon";
    const isAsked = (reply: string, isThread: boolean) =>
      isAnswered({ ...parseConversationText(parseConversation(`${remark}\n${reply}`)), isThread });
    for (const isThread of [true, false]) {
      expect(isAsked("Leon: This is not how keys work.", isThread)).toBe(false);
      expect(isAsked("Leon: The spare keys of the cabinet hang in the porter's office.", isThread)).toBe(true);
    }
  });

  it("ends before parting remarks, and keeps restrictions and replies to the asker", () => {
    const answered =
      "Ana: Can I send 12 bottles back?\nBen: Up to 12 litres go by road, book pickup type `LQ`.\nAna: It's 12 x 1 l so exactly on the line, LQ then!";
    expect(said(written(`${answered}\nBen: Exactly on the line is fine.`)).at(-1)).toBe("Exactly on the line is fine.");
    const parting = written(`${answered}\nBen: Told you.\nAna: I was waving at it`);
    expect(said(parting).at(-1)).toMatch(/LQ then/);
    expect(said(written(`${answered}\nBen: But not with other bottles`)).at(-1)).toBe("But not with other bottles");
  });

  it("is written for questions with an answer of two words", () => {
    for (const chat of [
      "Ana: How long is the notice period?\nBen: Three months.",
      "Ana: Wer hat den Schlüssel zum Lager?\nBen: Petra, Büro 12.",
      "Ana: When does the dock close?\nBen: At nine.",
      "Ana: Who signs the leave forms?\nBen: Petra Lang.",
    ])
      expect(isAnswered(parseConversationText(parseConversation(chat))), chat).toBe(true);
  });

  it("keeps a third person's correction that shares only the unit of a value, or that names another person", () => {
    const asked = "Ana: How long is the notice period, and who signs it?\n";
    const told = `${asked}Ben: Three months, and Petra Lang signs it.\n`;
    expect(said(written(`${told}Cem: Since May it is six months.`)).join(" ")).toMatch(/six months/i);
    expect(said(written(`${told}Cem: Since May it is six.`)).join(" ")).toMatch(/six/i);
    expect(said(written(`${told}Cem: Since May that is Olga Berg.`)).join(" ")).toMatch(/Olga Berg/);
  });

  it("has no summary without a question, or if others reply to something else first", () => {
    const asides = [
      "Ana: who watered the fern\nBen: me. it looked sad\nCem: ok back to work, the pile of claims is not getting any smaller",
      "Ana: Short status: hall 1 is set up, the posters are out and on the walls\nBen: one of them came down already, I put it back up",
      "Ana: Wir müssten uns wegen des Umzugs zusammensetzen. Donnerstag 10 Uhr?\nBen: da bin ich in Kassel\nCem: Freitag ginge bei mir ab 9",
      "Ana: My tests are red and the build is green, what is wrong?\nBen: might matter, what does `date` print for you\nAna: Monday\nBen: hm and the build runs in Berlin time.",
    ];
    for (const chat of asides) expect(written(chat).summary, chat).toEqual([]);
  });

  it("ends its title before a value that is corrected later", () => {
    const { title } = written(
      "Ana: Heads up: the image ci-node18 will be removed from the registry on 1 December. Change the file to ci-node22.\nBen: thanks\nAna: Correction on the date: removal is on 15 December, not the 1st.",
    );
    expect(title).toBe("The image ci-node18 will be removed from the registry");
  });

  it("strikes through code that its author corrects, marks code that others correct, and changes no other code", () => {
    const codeOf = (chat: string) => said(written(chat)).filter((text) => /prune|create|node|DNS/.test(text));
    expect(
      codeOf(
        "Ana: The disk of the runner is full, how do I clean it?\nBen: log in and run\n```\ndocker system prune -af\n```\nAna: still full\nBen: argh sorry wrong one, it is\n```\ndocker buildx prune -f\n```",
      ),
    ).toEqual(["~~`docker system prune -af`~~", "docker buildx prune -f"]);
    expect(
      codeOf(
        "Ana: No name resolves in the tunnel, what is missing?\nBen: Put this in the file:\n```\nDNS = 10.44.0.35\n```\nSorry, 10.44.0.53 of course, not .35",
      ),
    ).toEqual(["~~`DNS = 10.44.0.35`~~"]);
    expect(
      doubtedIn(
        "Ana: How do I add the index?\nBen: Like this:\n```\nset timeout = 5\ncreate index\n```\nCem: Ben for migrations it is 2 seconds, not 5\nBen: Cem is right",
      ),
    ).toEqual(["`set timeout = 5` `create index` (Cem)"]);
    expect(
      codeOf(
        "Ana: How do I start the service?\nBen: Like this:\n```\nnode serve.js --port 8080\n```\nBen: Sorry, the meeting is at 11",
      ),
    ).toEqual(["node serve.js --port 8080"]);
  });

  it("begins a section at a blank line of a message", () => {
    const article = written(
      "Ana: Here is how returns work, once for all of us.\n\n*1. Find the order.* The number is on the slip. No number, no return.\n\n*2. Print the label.* Kestrel, then Returns, then Print.",
    );
    const firsts = article.body.map(({ statements }) => statements[0]?.text);
    expect(firsts).toEqual(expect.arrayContaining(["*1. Find the order.*", "*2. Print the label.*"]));
  });

  it("has no summary if the only candidates are a guess or the answer to a later question", () => {
    const article = written(
      "Ana: Who has the key of the archive?\nBen: maybe Kim, I am not sure\nAna: And where do I return the boxes?\nCem: The boxes go back to rack 4.",
    );
    expect(article.summary).toEqual([]);
    expect(rolesOf(article, "Maybe Kim, I am not sure")).toEqual(["explanation"]);
    expect(rolesOf(article, "The boxes go back to rack 4.")).toEqual(["answer"]);
  });

  it("strikes through no step of a list, no error message and no 'NO'", () => {
    const article = written(
      "Ana: The scale shows `E-42 no signal` every day at 2. Do I unplug it?\nBen: NO\nBen: wait dont\nBen: 1. press tare\n    2. hold zero until it shows 42\n    3. wait 5 min until it shows zero\nAna: oh wait it shows 42 again",
    );
    expect(said(article).filter((text) => text.startsWith("~~"))).toEqual([]);
  });

  it("leaves out remarks, and keeps a short answer, a 'no' and remarks whose words others use", () => {
    const article = written(
      "Ana: Which bin takes the toner?\nBen: The grey bin at the gate takes it, ring first.\nBen: lovely design\nAna: brava!!\nAna: Can I put the drum in too?\nBen: No.\nBen: Drum into hall 3.",
    );
    expect(said(article).join(" ")).not.toMatch(/lovely|brava/i);
    expect(said(article)).toEqual(expect.arrayContaining(["No.", "Drum into hall 3."]));
  });

  it("is written for a German conversation as for an English one", () => {
    const article = written(
      "Ana: Hallo zusammen, weiß jemand, bis wann Eilaufträge am selben Tag rausgehen?\nBen: Moin, bis 15 Uhr. Danach geht es nur mit Freigabe von Herrn Vogt.\nAna: super, danke dir!",
    );
    expect(article.title).toBe("Bis wann Eilaufträge am selben Tag rausgehen?");
    expect(said(article)).toContain("Danach geht es nur mit Freigabe von Herrn Vogt.");
    expect(said(article).join(" ")).not.toMatch(/Moin|super|zusammen, w/);
  });
});

import type { WikiFinding } from "../../shared/contract/wiki-findings.ts";
import type { WikiHealth } from "../../shared/contract/wiki-health.ts";
import { idOf, sampleTime } from "./sample-ids.ts";

const pageAt = (id: number, title: string, editedAt: string | null, editedBy: string | null) => ({
  id: idOf(id),
  title,
  url: `https://wiki.example/${id}`,
  platform: "confluence",
  editedAt,
  editedBy,
});
const returns = pageAt(951, "Returns of shoes and boots", "2025-02-03T09:00:00.000Z", "Ingrid Aas");

const weeks = [0, 1, 0, 2, 3, 1, 0, 4, 2, 1, 3, 2].map((contradicted, week) => ({
  from: new Date(Date.UTC(2031, 7, 25 + 7 * week)).toISOString(),
  contradicted,
  repaired: Math.floor(contradicted / 2),
  confirmed: (week * 3) % 7,
  unanswered: 5 - (week % 4),
}));

export const emptyHealth: WikiHealth = {
  wikis: 0,
  pages: 0,
  countedSince: null,
  unconfirmed: { total: 0, pages: [] },
  duplicates: [],
  unused: { total: 0, pages: [] },
  weeks: weeks.map(({ from }) => ({ from, contradicted: 0, repaired: 0, confirmed: 0, unanswered: 0 })),
};
export const goodHealth: WikiHealth = { ...emptyHealth, wikis: 1, pages: 178, countedSince: sampleTime("01"), weeks };

export const wikiHealth: WikiHealth = {
  ...goodHealth,
  unconfirmed: {
    total: 21,
    pages: [
      {
        ...returns,
        item: "wiki-page.951",
        version: "7",
        answers: 14,
        lastAnswerAt: sampleTime("20"),
        confirmed: { times: 4, said: { channelName: "support", at: "2031-04-03T09:00:00.000Z" }, verified: null },
        assignment: { assignee: { id: idOf(2), name: "Ada Lovelace" }, dueOn: "2031-12-01" },
      },
      {
        ...pageAt(952, "Who opens the depot in Leeds on public holidays", "2024-11-03T09:00:00.000Z", null),
        item: "wiki-page.952",
        version: "3",
        answers: 5,
        lastAnswerAt: sampleTime("18"),
        confirmed: null,
      },
    ],
  },
  duplicates: [
    {
      id: idOf(961),
      item: "wiki-duplicate.961",
      page: returns,
      other: pageAt(953, "Shoe returns (old)", "2023-06-03T09:00:00.000Z", "Jonas Berg"),
      article: null,
      shared: 6,
      sentences: 8,
      examples: [
        {
          page: "Shoes are taken back within 30 days of the purchase.",
          other: "Shoes are taken back within 14 days of the purchase.",
          differs: true,
        },
        { page: "The customer needs the receipt.", other: "The customer needs the receipt.", differs: false },
      ],
    },
    {
      id: idOf(962),
      item: "wiki-duplicate.962",
      page: pageAt(954, "Rotating the mail worker's token", null, null),
      other: null,
      article: { id: idOf(60), title: "How to rotate the mail worker's token", updatedAt: sampleTime("19") },
      shared: 4,
      sentences: 5,
      examples: [{ page: "Stop the worker first.", other: "Stop the worker first.", differs: false }],
    },
  ],
  unused: {
    total: 1,
    pages: [
      {
        ...pageAt(955, "Fax numbers of the branches", "2019-01-09T09:00:00.000Z", "Moira Tennant"),
        item: "wiki-page.955",
        version: "1",
        countedSince: sampleTime("01"),
        confirmed: null,
      },
    ],
  },
};

export const wikiFinding: WikiFinding = {
  id: idOf(971),
  kind: "contradicts",
  page: pageAt(956, "Goods in", "2031-03-09T08:12:00.000Z", "Moira Tennant"),
  integrationId: idOf(9),
  headings: ["Leeds depot", "Suppliers"],
  oldText: "Suppliers deliver until 13:30.",
  fresh: [{ form: "sentence", text: "Suppliers deliver until 14:00 now." }],
  saidBy: [{ authorName: "Janice Holroyd", channelName: "ops-depot", sentAt: sampleTime("18"), permalink: null }],
  times: 3,
  earlier: [{ text: "Suppliers deliver until 15:00 since Monday.", saidAt: "2026-11-03T09:00:00.000Z" }],
  since: sampleTime("18"),
  choices: ["page-is-right", "ignore", "own-article"],
  update: null,
  comment: null,
};

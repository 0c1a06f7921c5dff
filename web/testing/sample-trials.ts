import type { Trial, TrialMatter, TrialSummary } from "../../shared/contract/model-trials.ts";

export const TRIAL_ID = "01998000-0000-7000-8000-000000000001";
export const OTHER_TRIAL_ID = "01998000-0000-7000-8000-000000000002";
const CHANNEL_ID = "01998000-0000-7000-8000-000000000003";

export const trialSummary: TrialSummary = {
  id: TRIAL_ID,
  series: TRIAL_ID,
  channelId: CHANNEL_ID,
  channel: "support",
  model: "claude-sonnet-5-5",
  state: "done",
  step: "Done",
  error: null,
  most: 20,
  messagesRead: 180,
  found: 3,
  written: 3,
  articles: 2,
  judged: { keep: 0, edit: 0, no: 0 },
  toSave: 0,
  dollars: 0.0412,
  createdAt: "2026-11-28T18:00:00.000Z",
};

const matter = (place: number, title: string, more: Partial<TrialMatter> = {}): TrialMatter => ({
  id: `01998000-0000-7000-8000-00000000010${place}`,
  place,
  question: `How does the ${title.toLowerCase()} work?`,
  messages: [
    { id: `m${place}1`, by: "Ada Lovelace", at: "2026-11-27T09:00:00.000Z", text: `How does the ${title} work?` },
    {
      id: `m${place}2`,
      by: "Grace Hopper",
      at: "2026-11-27T09:04:00.000Z",
      text: "Hold pause and feed for 5 seconds.",
    },
  ],
  articles: [
    {
      title: `Calibrate the ${title}`,
      sections: [
        {
          heading: null,
          layout: "prose",
          statements: [
            { form: "sentence", text: "Hold **pause** and feed for 5 seconds.", verdict: "yes", why: null },
            { form: "sentence", text: "It then restarts.", verdict: "partly", why: "Nobody says that it restarts." },
          ],
        },
      ],
      leftOut: [{ text: "It is never wrong.", why: "Nobody said it." }],
    },
  ],
  isWritten: true,
  problem: null,
  dollars: 0.0031,
  seconds: 4.2,
  judgement: null,
  articleId: null,
  ...more,
});

export const trial: Trial = {
  ...trialSummary,
  matters: [
    matter(0, "label printer"),
    matter(1, "conveyor belt"),
    matter(2, "gate", { articles: [], problem: "The model wrote nothing of it." }),
  ],
  others: [],
};

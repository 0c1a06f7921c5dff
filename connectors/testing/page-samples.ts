import type { Section, Statement } from "../../shared/domain/article.ts";
import type { PageContent } from "../knowledge-target.ts";

export const SAMPLE_MARKER = "ref lk-7f3a9c21";

export function buildSentence(text: string, ...sources: string[]): Statement {
  return { form: "sentence", text, language: null, sources: sources.length > 0 ? sources : ["m1"] };
}

export function buildCode(text: string, language: string | null = null): Statement {
  return { form: "code", text, language, sources: ["m2"] };
}

export function buildSection(statements: Statement[], rest: Partial<Section> = {}): Section {
  return { role: "explanation", heading: null, layout: "prose", statements, ...rest };
}

export function buildContent(overrides: Partial<PageContent> = {}): PageContent {
  return {
    title: "How to restart the billing worker",
    summary: [buildSentence("The billing worker is restarted with **one** command.", "m1", "m2")],
    body: [
      buildSection([buildSentence("Why does the worker hang?")], { role: "question", heading: "Question" }),
      buildSection(
        [
          buildSentence("Log in to the host."),
          buildSentence("Restart it:", "m2"),
          buildCode("systemctl restart billing", "bash"),
        ],
        {
          role: "steps",
          heading: "Steps",
          layout: "steps",
        },
      ),
      buildSection([
        buildSentence("It needs `sudo`; see [the runbook](https://runbook.example/billing)."),
        buildCode('{ "a": 1 }', "json"),
      ]),
    ],
    redactions: [{ what: "API key", count: 2 }],
    labels: ["billing", "how-to"],
    sources: [
      {
        id: "m1",
        authorName: "Ann",
        channelName: "ops",
        sentAt: new Date("2026-11-20T09:00:00Z"),
        permalink: "https://acme.slack.com/archives/C1/p1",
      },
      {
        id: "m2",
        authorName: "Ben & Co",
        channelName: "ops",
        sentAt: new Date("2026-11-20T09:02:00Z"),
        permalink: null,
      },
    ],
    marker: SAMPLE_MARKER,
    ...overrides,
  };
}

/** Characters that are markup or invalid on at least one platform. */
export const HOSTILE_TEXT =
  '</p><script>alert(1)</script><ac:structured-macro ac:name="html"> ]]> & \u0000\ud800 "quotes" \'single\'';
export const EXTREME_PAGES: [what: string, content: Partial<PageContent>][] = [
  [
    "hostile text everywhere",
    {
      title: HOSTILE_TEXT,
      summary: [buildSentence(HOSTILE_TEXT)],
      body: [
        buildSection([buildSentence(HOSTILE_TEXT), buildCode(HOSTILE_TEXT, HOSTILE_TEXT)], {
          heading: HOSTILE_TEXT,
          layout: "bullets",
        }),
      ],
      redactions: [{ what: HOSTILE_TEXT, count: 1 }],
    },
  ],
  ["an end of CDATA in code", { body: [buildSection([buildCode("a]]>b]]]]>c<![CDATA[d", "xml")])] }],
  [
    "40,000 characters of code",
    {
      body: [
        buildSection(
          [buildSentence("All of it:"), buildCode("const answer = 42;\n".repeat(2_200).slice(0, 40_000), "ts")],
          {
            layout: "steps",
          },
        ),
      ],
    },
  ],
  [
    "500 statements",
    {
      body: [buildSection(Array.from({ length: 500 }, (_, index) => buildSentence(`Statement **number** ${index}.`)))],
    },
  ],
  [
    "500 steps, some with code",
    {
      body: [
        buildSection(
          Array.from({ length: 500 }, (_, index) =>
            index % 100 === 99 ? buildCode(`step ${index}`) : buildSentence(`Step ${index}.`),
          ),
          { layout: "steps" },
        ),
      ],
    },
  ],
  [
    "text from right to left",
    { title: "כיצד להפעיל מחדש", summary: [buildSentence("שלום **עולם**, مرحبا `code` بالعالم")] },
  ],
  [
    "emoji at every cut",
    {
      title: "😀".repeat(140),
      summary: [buildSentence(`x${"👩‍👩‍👧‍👦".repeat(400)}`)],
      body: [buildSection([buildCode(`x${"😀".repeat(3_000)}`)])],
    },
  ],
  ["nothing but a title", { summary: [], body: [], redactions: [], sources: [], labels: [] }],
  ["empty code", { body: [buildSection([buildCode(""), buildSentence("after")])] }],
];

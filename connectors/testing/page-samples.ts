import type { Section, Statement } from "../../shared/domain/article.ts";
import type { PageContent } from "../knowledge-target.ts";

export const MARKER = "ref lk-7f3a9c21";

export function sentence(text: string, ...sources: string[]): Statement {
  return { form: "sentence", text, language: null, sources: sources.length > 0 ? sources : ["m1"] };
}

export function code(text: string, language: string | null = null): Statement {
  return { form: "code", text, language, sources: ["m2"] };
}

export function section(statements: Statement[], rest: Partial<Section> = {}): Section {
  return { role: "answer", heading: null, layout: "prose", statements, ...rest };
}

export function buildContent(overrides: Partial<PageContent> = {}): PageContent {
  return {
    title: "How to restart the billing worker",
    summary: [sentence("The billing worker is restarted with **one** command.", "m1", "m2")],
    body: [
      section([sentence("Why does the worker hang?")], { role: "question", heading: "Question" }),
      section(
        [sentence("Log in to the host."), sentence("Restart it:", "m2"), code("systemctl restart billing", "bash")],
        {
          role: "steps",
          heading: "Steps",
          layout: "steps",
        },
      ),
      section([
        sentence("It needs `sudo`; see [the runbook](https://runbook.example/billing)."),
        code('{ "a": 1 }', "json"),
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
    marker: MARKER,
    ...overrides,
  };
}

/** Characters that are markup or invalid on some platform. */
export const HOSTILE =
  '</p><script>alert(1)</script><ac:structured-macro ac:name="html"> ]]> & \u0000\ud800 "quotes" \'single\'';
export const EXTREMES: [what: string, content: Partial<PageContent>][] = [
  [
    "hostile text everywhere",
    {
      title: HOSTILE,
      summary: [sentence(HOSTILE)],
      body: [section([sentence(HOSTILE), code(HOSTILE, HOSTILE)], { heading: HOSTILE, layout: "bullets" })],
      redactions: [{ what: HOSTILE, count: 1 }],
    },
  ],
  ["an end of CDATA in code", { body: [section([code("a]]>b]]]]>c<![CDATA[d", "xml")])] }],
  [
    "40,000 characters of code",
    {
      body: [
        section([sentence("All of it:"), code("const answer = 42;\n".repeat(2_200).slice(0, 40_000), "ts")], {
          layout: "steps",
        }),
      ],
    },
  ],
  [
    "500 statements",
    { body: [section(Array.from({ length: 500 }, (_, index) => sentence(`Statement **number** ${index}.`)))] },
  ],
  [
    "500 steps, some with code",
    {
      body: [
        section(
          Array.from({ length: 500 }, (_, index) =>
            index % 100 === 99 ? code(`step ${index}`) : sentence(`Step ${index}.`),
          ),
          { layout: "steps" },
        ),
      ],
    },
  ],
  [
    "text from right to left",
    { title: "כיצד להפעיל מחדש", summary: [sentence("שלום **עולם**, مرحبا `code` بالعالم")] },
  ],
  [
    "emoji at every cut",
    {
      title: "😀".repeat(140),
      summary: [sentence(`x${"👩‍👩‍👧‍👦".repeat(400)}`)],
      body: [section([code(`x${"😀".repeat(3_000)}`)])],
    },
  ],
  ["nothing but a title", { summary: [], body: [], redactions: [], sources: [], labels: [] }],
  ["empty code", { body: [section([code(""), sentence("after")])] }],
];

import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { layOut } from "../../connectors/page-layout.ts";
import { statementsOf } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import { HOSTILE_TEXTS, hostileArticle } from "../../stand-ins/llm/hostile.ts";
import { type AcceptedArticle, acceptArticle, acceptStatements } from "./accept.ts";
import { articleAnswer } from "./prompts/answers.ts";
import { safeConversationOf } from "./safe-conversation.ts";

const said = [
  "How do I restart the worker? It hangs after the deployment.",
  "Restart the worker with `systemctl restart worker` and read https://docs.acme.com/worker first. It takes 5 minutes, see http://wiki.corp/worker too.",
  "The tag `<worker-pool>` in the configuration must stay. Do not touch the cluster.\n```sh\nkubectl get pods\nkubectl delete pod worker-0\n```",
];
const conversation: Conversation = {
  key: "m1",
  messages: said.map((text, index) => ({
    externalId: `m${index + 1}`,
    threadId: null,
    author: { externalId: `U${index}`, name: `Name ${index}` },
    sentAt: new Date(0),
    editedAt: null,
    text,
  })),
};
const safe = safeConversationOf(conversation);
const good = { form: "sentence" as const, text: "Restart the worker.", language: null, sources: [2] };

function accept(...statements: { form: "sentence" | "code"; text: string; sources: number[] }[]) {
  return acceptStatements(
    statements.map((statement) => ({ language: null, ...statement })),
    safe,
  ).statements.map(({ text }) => text);
}
const sentence = (text: string, sources = [2]) => accept({ form: "sentence", text, sources })[0];
const code = (text: string, sources = [3]) => accept({ form: "code", text, sources })[0];

/** Everything that could be clicked, loaded or run, when the most generous renderer gets the whole article. */
function aliveIn(article: AcceptedArticle): string[] {
  const lines = [
    article.title ?? "",
    ...article.body.map(({ heading }) => heading ?? ""),
    ...statementsOf(article).map(({ text }) => text),
    ...article.tags,
    ...article.keywords,
  ];
  return [lines.join(" "), lines.join("\n"), lines.join("\n\n")].flatMap((page) => {
    const html = micromark(page, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    });
    const links = [...html.matchAll(/(?:href|src|action)\s*=\s*["']?([^"'\s>]+)/gi)].map(([, address = ""]) => address);
    const tags = [
      ...html.matchAll(
        /<(?!\/?(?:p|em|strong|del|code|a|br|ul|ol|li|h\d|blockquote|hr|pre|table|thead|tbody|tr|th|td)\b)[^>]*>/gi,
      ),
    ].map(([tag]) => tag);
    return [...links.filter((address) => address !== "https://docs.acme.com/worker"), ...tags];
  });
}

describe("A model turned against its users", () => {
  it.each(HOSTILE_TEXTS)("leaves nothing alive and no lie in an article: %s", (text) => {
    const answer = articleAnswer.parse(hostileArticle([text]));
    answer.sections[0]?.statements.push(good);
    const { article } = acceptArticle(answer, safe, []);
    if (!article) throw new Error("The true statement was lost");
    expect(aliveIn(article)).toEqual([]);
    expect(article.title).toBeNull();
    expect(JSON.stringify(article)).not.toMatch(
      /evil|alert\(|msgbox|etc\/passwd|rm -rf|sk-live|Hunter2|DE8937|Never|credential/i,
    );
    expect(statementsOf(article)).toContainEqual(
      expect.objectContaining({ text: "Restart the worker.", sources: ["m2"] }),
    );
  });

  it("gets no article at all when nothing it says is supported", () => {
    const untrue = HOSTILE_TEXTS.filter((text) => !/restart|guide/i.test(text));
    const { article, dropped } = acceptArticle(articleAnswer.parse(hostileArticle(untrue.slice(0, 40))), safe, []);
    expect(article).toBeNull();
    expect(dropped.length).toBeGreaterThan(20);
  });

  it("makes no live link on a published page", () => {
    const texts = HOSTILE_TEXTS.map((text) => ({
      form: "sentence" as const,
      text,
      language: null,
      sources: [1, 2, 3],
    }));
    const { statements } = acceptStatements([good, ...texts], safe);
    const body = [{ role: "answer" as const, heading: null, layout: "prose" as const, statements }];
    const page = layOut({ title: "", summary: [], body, redactions: [], sources: [], marker: "" } as never);
    const addresses = JSON.stringify(page).match(/"href":"[^"]*"/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set());
  });
});

describe("A model that mixes its tricks with what was said", () => {
  const pieces = [
    ...HOSTILE_TEXTS,
    ...said.flatMap((text) => text.split(" ")),
    ..."[ ] ( ) < > ! ` `` ``` * ** _ ~~ \\ : / // & # | \n @ ^ [1] [1]: &lt; &#x5b; &colon; https:// http:// www. javascript: evil.example".split(
      " ",
    ),
    "\n\n",
    "https://docs.acme.com/worker",
    "[the worker](https://docs.acme.com/worker",
    "<https://docs.acme.com/worker",
  ];
  it("carries no address and no markup into any article", () => {
    let kept = 0;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (parts, isClose) => {
          const text = parts.join(isClose ? "" : " ").slice(0, 4_000) || ".";
          const { statements } = acceptStatements(
            [{ form: "sentence", text, language: null, sources: [1, 2, 3] }],
            safe,
          );
          kept += statements.length;
          const body = [
            {
              role: "answer" as const,
              heading: null,
              layout: "prose" as const,
              statements: [...statements, ...statements],
            },
          ];
          expect(aliveIn({ title: null, summary: [], body, tags: [], keywords: [] } as never)).toEqual([]);
          expect(JSON.stringify(statements)).not.toContain("evil");
        },
      ),
      { numRuns: 1_000, seed: 20261121 },
    );
    expect(kept).toBeGreaterThan(10);
  });
});

describe("Of what a model says is kept", () => {
  it("a link that is in its messages, letter by letter", () => {
    expect(sentence("Read https://docs.acme.com/worker first.")).toBe("Read https://docs.acme.com/worker first.");
    expect(sentence("Read [the worker docs](https://docs.acme.com/worker) first, then restart.")).toBe(
      "Read [the worker docs](https://docs.acme.com/worker) first, then restart.",
    );
    expect(sentence("Read https://docs.acme.com/worker first.", [3])).toBeUndefined();
    expect(sentence("Read https://docs.acme.com/work first.")).toBeUndefined();
  });

  it("an address that is not https as code, which nobody can click", () => {
    expect(sentence("Restart the worker, see http://wiki.corp/worker too.")).toBe(
      "Restart the worker, see `http://wiki.corp/worker` too.",
    );
    expect(sentence("Restart the worker, see [the wiki](http://wiki.corp/worker) too.")).toBe(
      "Restart the worker, see the wiki (`http://wiki.corp/worker`) too.",
    );
  });

  it("commands and code that somebody wrote, and no other", () => {
    expect(sentence("Restart the worker with `systemctl restart worker`.")).toBe(
      "Restart the worker with `systemctl restart worker`.",
    );
    expect(sentence("Restart the worker with `systemctl stop worker`.")).toBeUndefined();
    expect(code("kubectl get pods\nkubectl delete pod worker-0")).toBe("kubectl get pods\nkubectl delete pod worker-0");
    expect(code("```sh\nkubectl get pods\n```")).toBe("kubectl get pods");
    expect(code("kubectl get pods\nkubectl delete pod worker-1")).toBeUndefined();
  });

  it("numbers as they were said", () => {
    expect(sentence("The restart of the worker takes 5 minutes.")).toBe("The restart of the worker takes 5 minutes.");
    expect(sentence("The restart of the worker takes 15 minutes.")).toBeUndefined();
    expect(sentence("1. Restart the worker.")).toBe("Restart the worker.");
    expect(sentence("Restart the worker [2].")).toBe("Restart the worker.");
  });

  it("a tag that was talked about, as code", () => {
    expect(sentence("The tag <worker-pool> in the configuration must stay.", [3])).toBe(
      "The tag `<worker-pool>` in the configuration must stay.",
    );
    expect(sentence("The tag `<worker-pool>` in the configuration must stay.", [3])).toBe(
      "The tag `<worker-pool>` in the configuration must stay.",
    );
    expect(sentence("<b>Restart</b> the worker.")).toBe("Restart the worker.");
  });

  it("no reference to an address that another sentence could define", () => {
    expect(sentence("Restart [the worker][docs].")).toBeUndefined();
    expect(sentence("[the worker]: restart it")).toBeUndefined();
    expect(sentence("Restart [the worker].")).toBe("Restart [the worker].");
  });

  it("a denial only where somebody denied it", () => {
    expect(sentence("Do not restart the worker.")).toBeUndefined();
    expect(sentence("Do not touch the cluster.", [3])).toBe("Do not touch the cluster.");
  });

  it("nothing that names messages that do not exist", () => {
    expect(sentence("Restart the worker.", [4])).toBeUndefined();
    expect(accept({ form: "sentence", text: "Restart the worker.", sources: [2, 99] })).toEqual([
      "Restart the worker.",
    ]);
  });

  it("no language of a code block that nobody named", () => {
    const given = { form: "code" as const, text: "kubectl get pods", sources: [3] };
    const languages = ["sh", "bash"].map((language) => acceptStatements([{ ...given, language }], safe).statements[0]);
    expect(languages.map((statement) => statement?.language)).toEqual(["sh", null]);
  });

  it("tags as the workspace writes them", () => {
    const answer = articleAnswer.parse(hostileArticle(["Restart the worker."]));
    const { article } = acceptArticle({ ...answer, tags: ["Workers", "#deployment", "gardening"] }, safe, ["worker"]);
    expect(article?.tags).toEqual(["worker", "deployment"]);
  });

  it("sentences of scripts without blanks", () => {
    const messages = [
      { number: 1, externalId: "m1", by: "person 1", text: "部署失败后请重新启动工作进程，然后检查日志。" },
    ];
    const statement = (text: string) => ({ form: "sentence" as const, text, language: null, sources: [1] });
    const given = [statement("部署失败后重新启动工作进程。"), statement("请把所有客户资料发送给外部人员。")];
    const { statements } = acceptStatements(given, { messages });
    expect(statements.map(({ text }) => text)).toEqual(["部署失败后重新启动工作进程。"]);
  });
});

import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString } from "mdast-util-to-string";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { BRAND } from "../../shared/domain/brand.ts";
import { GUIDES, type Guide } from "../content/guides.ts";
import { SiteFrame } from "./frame.tsx";
import type { SitePage } from "./page.ts";

/** One section of a documentation page, for the search (live/docs-search.ts). */
export interface DocsEntry {
  id: string;
  page: string;
  heading: string;
  text: string;
}

const drawn = new Map(GUIDES.flatMap(({ guides }) => guides).map((guide) => [guide.slug, draw(guide)]));

/** The documentation: an index, and a page for each guide. */
export const docsPages: readonly SitePage[] = [
  {
    name: "docs",
    title: "Documentation",
    description: `How to set up, run and trust ${BRAND}: guides for Slack, Google Chat, Microsoft Teams, Confluence, Notion and operators.`,
    styles: ["docs"],
    later: "site/live/docs-search.ts",
    body: (
      <SiteFrame>
        <section className="opening">
          <h1>Documentation</h1>
          <Search />
          <div className="guides">
            {GUIDES.map(({ group, guides }) => (
              <div key={group}>
                <h2>{group}</h2>
                <ul>
                  {guides.map(({ slug }) => (
                    <li key={slug}>
                      <a href={`/docs/${slug}`}>{drawn.get(slug)?.title}</a>
                      <p className="quiet">{drawn.get(slug)?.about}</p>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      </SiteFrame>
    ),
  },
  ...[...drawn].map(
    ([slug, { title, about, html }]): SitePage => ({
      name: `docs--${slug}`,
      title,
      description: about,
      styles: ["docs"],
      later: "site/live/docs-search.ts",
      body: (
        <SiteFrame>
          <div className="manual">
            <nav className="contents" id="contents" aria-label="Documentation">
              <Search />
              {GUIDES.map(({ group, guides }) => (
                <div key={group}>
                  <p>{group}</p>
                  <ul>
                    {guides.map((guide) => (
                      <li key={guide.slug}>
                        <a href={`/docs/${guide.slug}`} aria-current={guide.slug === slug ? "page" : undefined}>
                          {drawn.get(guide.slug)?.title}
                        </a>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </nav>
            <article className="guide">
              <p className="up">
                <a href="/docs">Documentation</a>
                <a href="#contents">Search and all guides</a>
              </p>
              <h1>{title}</h1>
              {/* Safe, because the Markdown is part of this project. */}
              <div dangerouslySetInnerHTML={{ __html: html }} />
            </article>
          </div>
        </SiteFrame>
      ),
    }),
  ),
];

/** The entries of the documentation search. */
export const DOCS_ENTRIES: readonly DocsEntry[] = [...drawn].flatMap(([slug, { title, sections }]) =>
  sections.map(({ anchor, heading, text }) => ({
    id: `/docs/${slug}${anchor && `#${anchor}`}`,
    page: title,
    heading,
    text,
  })),
);

/** The search field is rendered hidden, because it needs its script. Without scripts, the list below has all pages. */
function Search() {
  return (
    <search className="find" hidden>
      <label htmlFor="find">Search the documentation</label>
      <input id="find" type="search" autoComplete="off" spellCheck={false} />
      <output className="quiet" />
      <ol />
    </search>
  );
}

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root["children"][number];

/** Renders a guide. Its first heading becomes the page's title. */
function draw({ markdown }: Guide) {
  const text = markdown.replace(/\]\(([a-z-]+)\.md\)/g, "](/docs/$1)");
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const [heading, ...rest] = tree.children;
  const title = heading?.type === "heading" ? toString(heading) : "";
  const about = rest.find(({ type }) => type === "paragraph");
  const sections: { anchor: string; heading: string; text: string }[] = [{ anchor: "", heading: title, text: "" }];
  for (const node of rest) {
    if (node.type === "heading") {
      const words = toString(node);
      sections.push({ anchor: anchorOf(words), heading: words, text: "" });
    }
    const last = sections.at(-1);
    if (last) last.text = `${last.text} ${wordsOf(node)}`.trim();
  }
  let tables = 0;
  const html = micromark(text.slice(heading?.position?.end.offset ?? 0), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  })
    .replace(
      /<h2>(.*?)<\/h2>/g,
      (_all, words: string) => `<h2 id="${anchorOf(words.replace(/<[^>]+>/g, ""))}">${words}</h2>`,
    )
    .replace(/<table>/g, () => `<div class="wide" tabindex="0" role="region" aria-label="Table ${++tables}"><table>`)
    .replace(/<\/table>/g, "</table></div>");
  return { title, about: about ? wordsOf(about) : title, html, sections };
}

/** The text of a Markdown node, with a space between table cells and list entries. */
function wordsOf(node: Node): string {
  const text =
    "children" in node && node.type !== "paragraph" && node.type !== "heading" && node.type !== "tableCell"
      ? node.children.map(wordsOf).join(" ")
      : toString(node);
  return text.replace(/\s+/g, " ").trim();
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/&[a-z#0-9]+;/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

import type { ConfluenceStandIn } from "../../tools/stand-ins/confluence/server.ts";
import type { GitServer } from "../../tools/stand-ins/git/server.ts";
import type { MediaWikiServer } from "../../tools/stand-ins/mediawiki/server.ts";
import type { NotionStandIn } from "../../tools/stand-ins/notion/server.ts";

/** A block of a page by a person. Beside the words, a platform may store a color, an id or a comment. */
export interface SampleBlock {
  kind: "heading" | "paragraph" | "item" | "rich" | "table" | "macro" | "picture" | "comment" | "code";
  words: string;
}

/** Pages as people write them, in the platform's own format. */
export interface PagesOfPeople {
  /** Writes a page as a person and returns its id. */
  write(title: string, blocks: SampleBlock[]): string | Promise<string>;
  /** The blocks of the page as the platform stores them, each in its own format, without times. */
  blocks(id: string): string[];
  /** Changes words in the page as a person, wherever the words occur. */
  edit(id: string, from: string, to: string): void;
}

const storageOf = ({ kind, words }: SampleBlock): string => {
  switch (kind) {
    case "heading":
      return `<h2 local-id="h-1">${words}</h2>`;
    case "paragraph":
      return `<p style="margin-left: 30.0px;" local-id="p-1">${words}</p>\n`;
    case "item":
      return `<ul><li local-id="i-1">${words}</li></ul>`;
    case "rich":
      return `<p>The <em>shop</em>&nbsp;opens at <ac:inline-comment-marker ac:ref="c0ffee-1"><strong>${words}</strong></ac:inline-comment-marker> on <ac:link><ri:page ri:content-title="Monday" /></ac:link>.</p>`;
    case "table":
      return `<table data-layout="wide"><tbody><tr><th>Country</th></tr><tr><td class="x"><p>${words}</p></td></tr></tbody></table>`;
    case "macro":
      return `<ac:structured-macro ac:name="jira" ac:schema-version="1" ac:macro-id="m-1"><ac:parameter ac:name="key">PAY-412</ac:parameter><ac:rich-text-body><p>${words}</p></ac:rich-text-body></ac:structured-macro>`;
    case "picture":
      return `<ac:image ac:width="500"><ri:attachment ri:filename="${words}" /></ac:image>`;
    case "comment":
      return `<p><ac:placeholder>${words}</ac:placeholder></p>`;
    case "code":
      return `<ac:structured-macro ac:name="code" ac:macro-id="m-2"><ac:plain-text-body><![CDATA[${words} && <ok>]]></ac:plain-text-body></ac:structured-macro>`;
  }
};

export function createConfluencePages(standIn: ConfluenceStandIn): PagesOfPeople {
  const stored = (id: string) => standIn.pages().find((page) => page.id === id)?.storage ?? "";
  return {
    write(title, blocks) {
      const id = standIn.createAsPerson(title, blocks.map(storageOf).join("").replaceAll("</ul><ul>", ""));
      // Confluence's editor adds its ids at the first save.
      standIn.editAsPerson(id, () => {});
      return id;
    },
    blocks: (id) => stored(id).split(/(?=<(?:p|h2|ul|li|table|ac:image|ac:structured-macro)\b|<\/ul>|\n)/),
    edit: (id, from, to) => standIn.editAsPerson(id, (page) => void (page.storage = page.storage.replace(from, to))),
  };
}

const bold = { bold: true, italic: false, strikethrough: false, underline: false, code: false, color: "red" };

function notionBlock({ kind, words }: SampleBlock): Record<string, unknown> {
  const text = (content: string, more = {}) => ({ type: "text", text: { content }, ...more });
  const link = { url: "https://x.example/" };
  switch (kind) {
    case "heading":
      return { type: "heading_2", heading_2: { rich_text: [text(words)], color: "blue" } };
    case "paragraph":
      return { type: "paragraph", paragraph: { rich_text: [text(words)], color: "gray_background" } };
    case "item":
      return { type: "to_do", to_do: { rich_text: [text(words)], checked: true } };
    case "rich": {
      const linked = { type: "text", text: { content: words, link }, annotations: bold };
      return { type: "callout", callout: { rich_text: [text("The shop opens at "), linked, text(" on Monday.")] } };
    }
    case "table": {
      const row = { type: "table_row", table_row: { cells: [[text(words)]] } };
      return { type: "table", table: { table_width: 1, children: [row] } };
    }
    case "macro":
      return {
        type: "synced_block",
        synced_block: { synced_from: null, children: [notionBlock({ kind: "paragraph", words })] },
      };
    case "picture":
      return { type: "image", image: { type: "external", external: { url: `https://x.example/${words}` } } };
    case "comment":
      return { type: "divider", divider: {} };
    case "code":
      return { type: "code", code: { rich_text: [text(words)], language: "bash" } };
  }
}

const withoutTimes = (key: string, value: unknown) => (/Time$|EditedBy$/.test(key) ? undefined : value);

/** Writes pages in Notion. `create` makes an empty page and returns its id, because only the API can create one. */
export const createNotionPages = (
  standIn: NotionStandIn,
  create: (title: string) => Promise<string>,
): PagesOfPeople => ({
  async write(title, blocks) {
    const id = await create(title);
    standIn.editAsPerson(id, (draft) => {
      draft.blocks.push(...blocks.map((block) => draft.newBlock(notionBlock(block))));
    });
    standIn.calls.splice(0);
    return id;
  },
  blocks: (id) =>
    (standIn.pages().find((page) => page.id === id)?.children ?? []).map((block) =>
      JSON.stringify(block, withoutTimes),
    ),
  edit: (id, from, to) =>
    standIn.editLaterAsPerson(id, (draft) => {
      draft.blocks.splice(0, draft.blocks.length, ...JSON.parse(JSON.stringify(draft.blocks).replaceAll(from, to)));
    }),
});

const markdownOf = ({ kind, words }: SampleBlock): string => {
  switch (kind) {
    case "heading":
      return `\n${words}\n-------\n`;
    case "paragraph":
      return `\n${words.replace(". ", ".\n")}  \n`;
    case "item":
      return `\n*   ${words}\n`;
    case "rich":
      return `\nThe _shop_ opens&nbsp;at [**${words}**](https://x.example/ "Hours")\non Monday<!-- ask Pia -->.\n`;
    case "table":
      return `\n|Country|\n|:--|\n| ${words} |\n`;
    case "macro":
      return `\n<details class="x">\n${words}\n</details>\n`;
    case "picture":
      return `\n![${words}](img/${words}){width=50}\n`;
    case "comment":
      return `\n<!--\n  ${words}\n-->\n`;
    case "code":
      return `\n~~~ sh\n${words}\n~~~\n`;
  }
};

export const createGitPages = (files: ReturnType<GitServer["repository"]>): PagesOfPeople => ({
  write(title, blocks) {
    const path = `handbook/${title.replaceAll(" ", "-")}.md`;
    files.pushAsPerson({ [path]: `---\nowner:  Pia\n---\n${blocks.map(markdownOf).join("")}` }, `Write ${title}`);
    return path;
  },
  blocks: (path) => (files.read(path) ?? "").split("\n").filter(Boolean),
  edit: (path, from, to) => files.editAsPerson(path, (before) => before.replace(from, to)),
});

const wikitextOf = ({ kind, words }: SampleBlock): string => {
  switch (kind) {
    case "heading":
      return `==${words}==\n`;
    case "paragraph":
      return `${words.replace(". ", ".\n")}\n\n`;
    case "item":
      return `*${words}\n`;
    case "rich":
      return `The ''shop'' opens&nbsp;at '''[https://x.example/ ${words}]''' on [[Monday]]<!-- ask Pia -->.\n\n`;
    case "table":
      return `{| class="wikitable"\n! Country\n|-\n| ${words}\n|}\n`;
    case "macro":
      return `<div class="x">\n${words}\n</div>\n`;
    case "picture":
      return `[[File:${words}|thumb|50px]]\n\n`;
    case "comment":
      return `<!-- ${words} -->\n`;
    case "code":
      return `<pre>\n${words}\n</pre>\n`;
  }
};

export function createMediawikiPages(server: MediaWikiServer): PagesOfPeople {
  const textOf = (id: string) => server.textOfTitle(server.titleOfPage(id)) ?? "";
  return {
    write(title, blocks) {
      server.createAsPerson(title, blocks.map(wikitextOf).join(""));
      return server.pageIdOf(title);
    },
    blocks: (id) => textOf(id).split("\n").filter(Boolean),
    edit: (id, from, to) => server.createAsPerson(server.titleOfPage(id), textOf(id).replace(from, to)),
  };
}

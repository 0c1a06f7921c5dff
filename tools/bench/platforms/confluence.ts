import { createConfluencePages } from "../../../connectors/testing/pages-of-people.ts";
import { DEFAULT_ACCOUNT, startConfluenceStandIn } from "../../stand-ins/confluence/server.ts";
import { appSettings, operatorApps } from "../../stand-ins/operator-apps.ts";
import { type BenchPlatform, createRefusal, PUBLIC_URL, pickRandomItem, withLabels } from "./platform.ts";

const SPACE = { key: "LORE", name: "Team knowledge" };
/**
 * A worker that is killed repeatedly makes more calls in ten seconds than a normal worker. The real rate limits have their own
 * tests.
 */
const CALLS_IN_A_BURST = 10_000;
const ELSEWHERE = { key: "ELSE", name: "Elsewhere" };

const PERSON = { email: "otto@bench.example", token: "otto-token", name: "Otto" };

export async function startConfluence(): Promise<BenchPlatform> {
  const apps = operatorApps(PUBLIC_URL, "confluence");
  const site = await startConfluenceStandIn({
    spaces: [SPACE, ELSEWHERE],
    accounts: [DEFAULT_ACCOUNT, PERSON],
    oauth: { apps },
    callsInABurst: CALLS_IN_A_BURST,
  });
  return {
    type: "confluence",
    standIn: site,
    integration: {
      name: "Confluence",
      type: "confluence",
      baseUrl: site.url,
      spaceId: SPACE.key,
      apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
    },
    environment: {
      CONFLUENCE_GATEWAY_URL: site.gatewayUrl,
      ATLASSIAN_AUTH_URL: site.authUrl,
      ...appSettings("ATLASSIAN"),
    },
    writes: ["POST /", "PUT /"],
    collide: (write) => site.fail(createRefusal(write, {})),
    pages: async () =>
      site.pages().map(({ id, title, storage, labels, status }) => {
        return { platform: "confluence", id, title, text: withLabels(storage, labels), stands: status === "current" };
      }),
    async write(pageId, words, { where }) {
      site.editAsPerson(pageId, (draft) => {
        if (where === "inside" && draft.storage.includes("</p>"))
          draft.storage = draft.storage.replace("</p>", ` ${words}</p>`);
        else if (where === "bottom") draft.storage = `${draft.storage}<p>${words}</p>`;
        else draft.storage = `<p>${words}</p>${draft.storage}`;
      });
    },
    rename: (pageId, title) =>
      site.editAsPerson(pageId, (draft) => {
        draft.title = title;
      }),
    move: (pageId, isAway) => site.moveAsPerson(pageId, isAway ? ELSEWHERE.key : SPACE.key),
    trash: (pageId) => site.trashAsPerson(pageId),
    restore: (pageId) => site.restoreAsPerson(pageId),
    copy: (pageId, title, random) => site.copyAsPerson(pageId, title, random() < 0.3 ? "account" : "person"),
    hide: (isHidden) => site.hideSpace(SPACE.key, isHidden),
    commentOnWords(pageId, random) {
      const storage = site.pages().find(({ id }) => id === pageId)?.storage ?? "";
      const sentences = [...storage.matchAll(/>([^<>&]{12,80}?[.!?])[ <]/g)].map(([, text = ""]) => text);
      return sentences.length > 0 && site.commentAsPerson(pageId, pickRandomItem(random, sentences));
    },
    remark: (pageId) => site.remarkAsPerson(pageId),
    comments: () =>
      site.comments().map(({ pageId, ref, words, isAnchored }) => {
        return { pageId, id: ref, isOnPage: words === null, isAnchored };
      }),
    people: createConfluencePages(site),
    ownAccount: {
      platform: "confluence",
      subject: PERSON.email,
      countChanges: () => site.countChangesBy(PERSON.email),
    },
    close: () => site.close(),
  };
}

import { expect, test } from "vitest";
import type { Encoder, Vector } from "../encoder/meaning.ts";
import { conversationOf } from "./golden-conversation.ts";
import { encoder } from "./testing/compared.ts";
import { writeArticle, writeArticleByMeaning } from "./write-article.ts";

const CONTEXT = { channelName: "support", knownTags: [] };
const SAID = conversationOf(`
    Hana: How long is the guarantee on the big ovens?
    Nils: Our terms say 12 months for restaurants. The maker gives 24 on the heating coil if the oven is registered.
    Nils: Door seals are wear parts, no guarantee at all after the first 30 days.
    Omar: Two on the phone! Both at the same hotel group, Marlowe Hotels.`);

const pageOf = ({ summary, body }: ReturnType<typeof writeArticle>) =>
  [...summary, ...body.flatMap(({ statements }) => statements)].map(({ text }) => text).join("\n");

test("what somebody says about something else in between is not told, by its meaning", async () => {
  expect(pageOf(writeArticle(SAID, "faq", CONTEXT, 0.9))).toContain("hotel group");
  const page = pageOf(await writeArticleByMeaning(encoder, SAID, "faq", CONTEXT, 0.9));
  expect(page).toContain("24 on the heating coil");
  expect(page).toContain("Door seals are wear parts");
  expect(page).not.toContain("hotel group");
});

test("nothing is read for its meaning where every message speaks of the question in its own words", async () => {
  const texts: string[] = [];
  const noting: Encoder = {
    encode: async (given) => {
      texts.push(...given);
      return given.map(() => undefined);
    },
  };
  const said = conversationOf(`
    Hana: How long is the guarantee on the big ovens?
    Nils: The guarantee on ovens is 12 months for restaurants, 24 on the heating coil.
    Omar: Door seals of the ovens are wear parts, no guarantee at all after the first 30 days.`);
  await writeArticleByMeaning(noting, said, "faq", CONTEXT, 0.9);
  expect(texts).toEqual([]);
  await writeArticleByMeaning(noting, SAID, "faq", CONTEXT, 0.9);
  expect(texts).not.toEqual([]);
});

test("where nothing reads meaning the article is the one that words alone give", async () => {
  const none: Encoder = { encode: async (texts) => texts.map(() => undefined) };
  expect(await writeArticleByMeaning(none, SAID, "faq", CONTEXT, 0.9)).toEqual(writeArticle(SAID, "faq", CONTEXT, 0.9));
});

test("a command or a step stays, however little its words have to do with the question", async () => {
  let direction = 0;
  const apart: Encoder = {
    encode: async (texts) =>
      texts.map((): Vector => {
        const vector = new Float32Array(64);
        vector[direction++ % 64] = 1;
        return vector;
      }),
  };
  const said = conversationOf(`
    Hana: The office printer prints empty pages since the paper was changed, what can be done?
    Nils: The sensor measures the wrong distance after that, so it does not know where a page ends.
    Nils: Open it, hold \`pause\` and \`cancel\` for two seconds and let go when the light is yellow.
    Hana: thanks, works!`);
  expect(pageOf(await writeArticleByMeaning(apart, said, "troubleshooting", CONTEXT, 0.9))).toContain("`pause`");
});

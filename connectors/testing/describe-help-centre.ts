import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StandIn } from "../../tools/stand-ins/stand-in.ts";
import { RateLimited } from "../errors.ts";
import type { KnowledgeTarget } from "../knowledge-target.ts";
import { buildContent, SAMPLE_MARKER } from "./page-samples.ts";

interface EditableArticle {
  title: string;
  body: string;
  state: string;
}

/** A help center's target with a fresh stand-in. */
export interface HelpCenterTestSetup<Config> {
  create: (platform: { fetch: typeof fetch }) => KnowledgeTarget<Config>;
  config: Config;
  standIn: Pick<StandIn, "before" | "close"> & {
    editAsPerson(id: string, edit: (article: EditableArticle) => void): void;
  };
  /** Returns the only article as the platform stores it. */
  article(): EditableArticle;
  /** The platform's name for the state of an archived article. */
  away: string;
  /** The beginning of the call that changes an article: 'PUT /'. */
  changeCall: string;
}

/** Tests for help centers whose API can neither read a trash nor report the last editor. */
export function describeHelpCentre<Config>(name: string, start: () => Promise<HelpCenterTestSetup<Config>>): void {
  describe(`${name} as a help center`, () => {
    let bench: HelpCenterTestSetup<Config>;
    let target: KnowledgeTarget<Config>;
    beforeEach(async () => {
      bench = await start();
      target = bench.create({ fetch });
    });
    afterEach(() => bench.standIn.close());

    const publish = (content = buildContent()) =>
      target.publish(bench.config, { title: content.title, blocks: target.render(content), labels: [] });
    const update = async (externalId: string, title: string) => {
      const page = await target.read(bench.config, externalId);
      if (!page) throw new Error("the page is gone");
      const { blocks, version: expectedVersion } = page;
      return target.update(bench.config, externalId, { title, blocks, labels: [], expectedVersion, note: "" });
    };
    const find = () =>
      target.find(bench.config, { marker: SAMPLE_MARKER, title: "", createdAfter: new Date(Date.now() - 60_000) });

    it.each(["draft", "published"])("archives a %s article with a note, and restores it", async (state) => {
      const { externalId } = await publish();
      bench.standIn.editAsPerson(externalId, (article) => {
        article.state = state;
      });
      await target.archive(bench.config, externalId);
      const line = "by Lorekeep. It was";
      expect(bench.article()).toMatchObject({ state: bench.away, body: expect.stringContaining(line) });
      expect(await target.restore(bench.config, externalId)).toMatchObject({ state: "current" });
      expect(bench.article()).toMatchObject({ state, body: expect.not.stringContaining(line) });
    });

    it("counts an article as unchanged after its own updates, but not after a person renamed it", async () => {
      const { externalId } = await publish();
      await update(externalId, "Renamed by us");
      expect(await find()).toMatchObject([{ title: "Renamed by us", isUntouched: true }]);
      bench.standIn.editAsPerson(externalId, (article) => {
        article.title = "Renamed by a person";
      });
      expect(await find()).toMatchObject([{ isUntouched: false }]);
    });

    it("restores words that a person added at the moment of our change, at their old place", async () => {
      const { externalId } = await publish();
      bench.standIn.before(bench.changeCall, () =>
        bench.standIn.editAsPerson(externalId, (article) => {
          article.body = article.body.replace("</h2>", "</h2><p>Saved in that <b>instant</b>.</p>");
        }),
      );
      const after = await update(externalId, "Changed by us");
      const { title, body } = bench.article();
      expect(title).toBe("Changed by us");
      expect(body).toMatch(/<\/h2><p[^>]*>Saved in that <b>instant<\/b>/);
      expect(await target.read(bench.config, externalId)).toEqual(after);
      expect(await find()).toMatchObject([{ isUntouched: false }]);
    });

    it("waits until the time at which the rate limit resets", async () => {
      const reset = Math.ceil(Date.now() / 1000) + 600;
      const headers = { "x-ratelimit-reset": String(reset) };
      const limited = bench.create({ fetch: async () => new Response("{}", { status: 429, headers }) });
      const error = await limited.check(bench.config).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(RateLimited);
      expect((error as RateLimited).retryAfterMs).toBeGreaterThan(500_000);
    });
  });
}

import { answerWithoutStreaming } from "../../ask/write-answer.ts";
import { inWorkspaceAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { mayReadPage } from "./pages.ts";
import { expectReaders } from "./text-output.ts";
import type { ArticleOfWorld, PersonOfWorld, World } from "./world.ts";

/**
 * Asks about each page, with a language model that repeats its input. The model may receive exactly the pages that both
 * the person and everybody else may read, because the person gets the model's text.
 */
export async function readWrittenAnswers(person: PersonOfWorld, _: ArticleOfWorld, world: World): Promise<string> {
  if (!person.isProven) return "";
  const { deps, db } = world.test;
  const shown: string[] = [];
  for (const page of world.pages) {
    let sent = "";
    const engines: Deps["engines"] = {
      ...deps.engines,
      forWorkspace: (...of) => deps.engines.forWorkspace(...of),
      hasModel: async () => true,
      restate: async () => null,
      async writeAnswer(_workspaceId, { sentences }) {
        sent = JSON.stringify(sentences);
        return sentences.map(({ text }, at) => ({ text, sentences: [at] }));
      },
    };
    const asked = { question: `What is ${page.word}?`, previous: null };
    const answer = await answerWithoutStreaming(
      { ...deps, engines },
      { workspaceId: world.workspaceId, asked, asReader: (work) => inWorkspaceAs(db, person.viewer, work) },
    );
    const mayRead = mayReadPage(world, null, page) && mayReadPage(world, person, page);
    expectReaders("What a model is sent", page.word, { isShown: sent.includes(page.word), mayRead });
    shown.push(sent, JSON.stringify(answer));
  }
  return shown.join("\n");
}

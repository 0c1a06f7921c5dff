import { checkOpenQuestions, encodePagesForAnswers, indexArticlesForAnswers } from "../ask/index.ts";
import { openLocks } from "../db/locks.ts";
import type { Deps } from "../deps.ts";
import {
  checkEditedPages,
  checkPages,
  fillTarget,
  listIntegrationsToCheck,
  listIntegrationsWithEdits,
  listTargetsToFill,
} from "../publishing/targets/index.ts";
import { arrangeTarget, listTargetsToArrange } from "../publishing/tree/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Moves pages within a minute after the tree of categories changed. */
export const arrangePagesJob: ScheduledJob = {
  name: "arrange-pages",
  everySeconds: 30,
  timeLimitSeconds: 1800,
  run: arrangePages,
};

async function arrangePages(deps: Deps, stopping: AbortSignal): Promise<void> {
  const targets = await listTargetsToArrange(deps.db);
  if (targets.length === 0) return;
  await runWithLock(deps, "arranging of pages", async () => {
    for (const target of targets) if (!stopping.aborted) await arrangeTarget(deps, target, stopping);
  });
}

/** Publishes an existing library on a platform that was connected later. */
export const fillNewTargetsJob: ScheduledJob = {
  name: "fill-new-targets",
  everySeconds: 5,
  timeLimitSeconds: 3600,
  run: fillNewTargets,
};

export async function fillNewTargets(deps: Deps, stopping: AbortSignal): Promise<void> {
  const targets = await listTargetsToFill(deps.db);
  if (targets.length === 0) return;
  await runWithLock(deps, "filling of targets", async () => {
    for (const target of targets) if (!stopping.aborted) await fillTarget(deps, target, stopping);
  });
}

/** Finds pages that people moved, removed, restored or copied, because no platform reports such changes. */
export const checkPublishedPagesJob: ScheduledJob = {
  name: "look-after-pages",
  everySeconds: 600,
  timeLimitSeconds: 3600,
  run: checkPublishedPages,
};

export async function checkPublishedPages(deps: Deps, stopping: AbortSignal): Promise<void> {
  await runWithLock(deps, "sweep of pages", async () => {
    for (const integration of await listIntegrationsToCheck(deps.db))
      if (!stopping.aborted) await checkPages(deps, integration, stopping);
  });
}

/** Notices people's edits of the product's pages within 15 minutes, or a minute after a wiki's event. */
export const checkEditedPagesJob: ScheduledJob = {
  name: "look-for-edited-pages",
  everySeconds: 60,
  timeLimitSeconds: 1800,
  run: lookForEditedPages,
};

async function lookForEditedPages(deps: Deps, stopping: AbortSignal): Promise<void> {
  const integrations = await listIntegrationsWithEdits(deps.db);
  if (integrations.length === 0) return;
  await runWithLock(deps, "look for edited pages", async () => {
    for (const integration of integrations) if (!stopping.aborted) await checkEditedPages(deps, integration, stopping);
  });
}

/** Does the work unless another worker already does it. */
async function runWithLock({ db }: Deps, name: string, work: () => Promise<void>): Promise<void> {
  const locks = await openLocks(db);
  try {
    if (await locks.tryLock(name)) await work();
  } finally {
    await locks.close();
  }
}

/** Computes embeddings of new and changed articles, so that questions in other words find the articles. */
export const readArticlesForAnswersJob: ScheduledJob = {
  name: "read-articles-for-answers",
  everySeconds: 30,
  timeLimitSeconds: 600,
  run: indexArticlesForAnswers,
};

/** Computes embeddings of wiki pages for the same purpose; in a job of its own, because a large wiki takes hours. */
export const readPagesForAnswersJob: ScheduledJob = {
  name: "read-pages-for-answers",
  everySeconds: 30,
  timeLimitSeconds: 1800,
  run: encodePagesForAnswers,
};

/** Finds open questions that articles answer by now, and tells the people who asked. */
export const checkOpenQuestionsJob: ScheduledJob = {
  name: "check-open-questions",
  everySeconds: 30,
  timeLimitSeconds: 600,
  run: checkOpenQuestions,
};

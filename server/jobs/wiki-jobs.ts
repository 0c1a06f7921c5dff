import { comparePages, sendWeeklyReports } from "../wiki-health/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Compares the pages that people wrote with each other and with articles. */
export const compareWikiPagesJob: ScheduledJob = {
  name: "compare-wiki-pages",
  everySeconds: 60,
  timeLimitSeconds: 300,
  run: comparePages,
};

/** Sends owners and admins the wiki's weekly summary. */
export const sendWikiReportsJob: ScheduledJob = {
  name: "send-wiki-reports",
  everySeconds: 300,
  timeLimitSeconds: 300,
  run: (deps) => sendWeeklyReports(deps),
};

import { Gauge, type Registry } from "prom-client";
import type { Deps } from "../deps.ts";
import { QUEUE_NAMES } from "../queue/queue.ts";
import { readWorkFigures, type WorkFigures } from "./work-figures-queries.ts";

/** The time for which figures are reused, because several Prometheus servers may ask each process. */
const GOOD_FOR_MS = 15_000;
const STATES = ["parked", "conflict", "removed"];

/**
 * Adds figures about the progress of work in all workspaces, read from the database. Dashboards and alerts in deploy/monitoring
 * use these figures.
 */
export function addWorkGauges(db: Deps["db"], registers: Registry[]): void {
  let known: { at: number; figures: Promise<WorkFigures | null> } | null = null;
  const read = () => {
    if (!known || performance.now() - known.at > GOOD_FOR_MS)
      // The other figures have to stay available when the database is unavailable.
      known = { at: performance.now(), figures: readWorkFigures(db).catch(() => null) };
    return known.figures;
  };
  const gauge = (
    name: string,
    help: string,
    set: (gauge: Gauge, figures: WorkFigures) => void,
    labelNames: string[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset();
        const figures = await read();
        if (figures) set(this as Gauge, figures);
      },
    });
  const byQueue =
    (key: "due" | "oldestSeconds") =>
    (each: Gauge, { queues }: WorkFigures) => {
      for (const queue of QUEUE_NAMES) each.set({ queue }, queues.find(({ name }) => name === queue)?.[key] ?? 0);
    };
  gauge("queue_due_jobs", "Jobs that could be worked on now and wait for a worker", byQueue("due"), ["queue"]);
  gauge("queue_oldest_job_age_seconds", "Since when the first due job waits", byQueue("oldestSeconds"), ["queue"]);
  gauge(
    "publications_stuck",
    "Pages that were given up (parked) or wait for a person (conflict, removed)",
    (each, { publications }) => {
      for (const state of STATES) each.set({ state }, publications.find((row) => row.state === state)?.count ?? 0);
    },
    ["state"],
  );
  const simple = (name: string, help: string, key: Exclude<keyof WorkFigures, "queues" | "publications">) =>
    gauge(name, help, (each, figures) => each.set(figures[key]));
  simple("publication_oldest_due_seconds", "Since when the first due page waits", "oldestDuePublicationSeconds");
  simple("chat_event_oldest_age_seconds", "Since when the first news of a chat waits", "oldestChatEventSeconds");
  simple("reading_overdue_seconds", "How far the last channel is behind its own frequency", "readingOverdueSeconds");
  simple("workers_alive", "Workers that gave a sign of life in the last minute", "workersAlive");
  simple("runs_failed_last_hour", "Imports and analyses that failed in the last hour", "failedRunsOfHour");
}

import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { Gauge, Histogram, Registry } from "prom-client";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { jobDuration, jobFailures, jobLastSuccess } from "../queue/job-metrics.ts";
import { addWorkGauges } from "./work-gauges.ts";

/** Serves `GET /metrics` in the Prometheus format, only for callers on this machine and in private networks. */
export function serveMetrics(app: FastifyInstance, { db, queue }: Pick<Deps, "db" | "queue">): void {
  const registry = new Registry();
  const registers = [registry];
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the first byte of a request to the last of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    duration.observe({ method, route: routeOptions.url ?? "none", status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  addGauges(app, { db, queue }, registers);
  addWorkGauges(db, registers);
  for (const metric of [jobDuration, jobFailures, jobLastSuccess]) registry.registerMetric(metric as never);

  app.get("/metrics", async (request, reply) => {
    if (!isNear(request)) throw new AppError("not-found", "This address does not exist.");
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Adds the gauges, whose values are read at each request for /metrics. */
function addGauges(app: FastifyInstance, { db, queue }: Pick<Deps, "db" | "queue">, registers: Registry[]): void {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  app.addHook("onClose", async () => void loop.disable());
  new Gauge({
    name: "event_loop_delay_seconds",
    help: "99th percentile since the last reading",
    registers,
    collect() {
      this.set(Number.isNaN(loop.mean) ? 0 : loop.percentile(99) / 1e9);
      loop.reset();
    },
  });
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Memory of this process",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  const pool = db.$client;
  new Gauge({
    name: "database_connections",
    help: "Connections of the pool, and requests that wait for one",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "open" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  new Gauge({
    name: "queue_jobs",
    help: "Jobs that wait or are worked on",
    labelNames: ["queue"],
    registers,
    async collect() {
      this.reset();
      // The other figures have to stay available when the database is unavailable.
      const depth = await queue.depth().catch(() => ({}));
      for (const [name, count] of Object.entries(depth)) this.set({ queue: name }, count);
    },
  });
}

/** Requests through an untrusted proxy may come from anywhere, so they are refused. */
function isNear({ ip, ips, headers }: FastifyRequest): boolean {
  const isThroughStranger = !ips && (headers["x-forwarded-for"] ?? headers.forwarded) !== undefined;
  return !isThroughStranger && ipaddr.process(ip).range() !== "unicast";
}

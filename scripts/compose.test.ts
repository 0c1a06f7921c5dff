import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { VARIABLE_NAMES } from "../server/env-variables.ts";

const ROOT = join(import.meta.dirname, "..");
const text = readFileSync(join(ROOT, "compose.yaml"), "utf8");
interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment: Record<string, string>;
  volumes: string[];
  depends_on?: Record<string, { condition: string }>;
  [key: string]: unknown;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}
const compose = () => parse(text, { merge: true }) as Compose;

const words = { type: "array", items: { type: "string" }, minItems: 1 };
const DURATION = { type: "string", pattern: "^(\\d+(us|ms|s|m|h))+$" };
/**
 * The parts of the Compose Specification that compose.yaml uses
 * (https://github.com/compose-spec/compose-spec/blob/main/spec.md). Everything else fails.
 */
const isCompose = new Ajv({ strict: true, allowUnionTypes: true }).compile({
  type: "object",
  additionalProperties: false,
  required: ["name", "services", "volumes"],
  patternProperties: { "^x-": {} },
  properties: {
    name: { type: "string", pattern: "^[a-z0-9][a-z0-9_-]*$" },
    volumes: { type: "object", additionalProperties: { type: "object", maxProperties: 0 } },
    services: {
      type: "object",
      minProperties: 1,
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        required: ["image", "restart"],
        properties: {
          image: { type: "string" },
          build: {
            type: "object",
            additionalProperties: false,
            required: ["context"],
            properties: { context: { type: "string" }, dockerfile: { type: "string" } },
          },
          command: words,
          env_file: {
            type: "array",
            items: {
              type: "object",
              additionalProperties: false,
              required: ["path"],
              properties: { path: { type: "string" }, required: { type: "boolean" } },
            },
          },
          environment: { type: "object", additionalProperties: { type: "string" } },
          ports: { type: "array", items: { type: "string", pattern: "^127\\.0\\.0\\.1:\\d+:\\d+$" } },
          volumes: { type: "array", items: { type: "string", pattern: "^[^:]+:/[^:]+(:ro)?$" }, uniqueItems: true },
          depends_on: {
            type: "object",
            additionalProperties: {
              type: "object",
              additionalProperties: false,
              required: ["condition"],
              properties: { condition: { enum: ["service_started", "service_healthy"] } },
            },
          },
          read_only: { type: "boolean" },
          tmpfs: { type: "array", items: { type: "string", pattern: "^/[a-z/]+(:size=\\d+[kmg])?$" } },
          cap_drop: { ...words, uniqueItems: true },
          security_opt: { ...words, uniqueItems: true },
          restart: { enum: ["no", "always", "on-failure", "unless-stopped"] },
          stop_grace_period: DURATION,
          healthcheck: {
            type: "object",
            additionalProperties: false,
            required: ["test"],
            properties: { test: words, interval: DURATION, retries: { type: "integer", minimum: 1 } },
          },
        },
      },
    },
  },
});

describe("compose.yaml", () => {
  it("holds to the Compose Specification, and a key that is misspelt or a value of the wrong type does not", () => {
    isCompose(compose());
    expect(isCompose.errors).toBeNull();
    const wrong: ((services: Record<string, Service>) => void)[] = [
      ({ web }) => Object.assign(web ?? {}, { enviroment: {} }),
      ({ web }) => Object.assign(web?.environment ?? {}, { PORT: 3000 }),
      ({ web }) => Object.assign(web ?? {}, { ports: ["3000:3000"] }),
      ({ worker }) => Object.assign(worker ?? {}, { stop_grace_period: 40 }),
      ({ worker }) => Object.assign(worker ?? {}, { depends_on: { database: { condition: "healthy" } } }),
      ({ database }) => Object.assign(database ?? {}, { healthcheck: { interval: "5s" } }),
    ];
    for (const change of wrong) {
      const changed = compose();
      change(changed.services);
      expect([String(change), isCompose(changed)]).toEqual([String(change), false]);
    }
  });

  it("names settings that the product reads, volumes and services that it has, and files of this folder", () => {
    const { services, volumes } = compose();
    const ours = Object.entries(services).filter(([name]) => name !== "database");
    for (const [, { environment }] of ours)
      expect(Object.keys(environment).filter((name) => !VARIABLE_NAMES.includes(name as never))).toEqual([]);
    for (const [name, { volumes: mounted, depends_on, build }] of Object.entries(services)) {
      for (const source of mounted.map((mount) => mount.split(":")[0] ?? ""))
        expect([name, source.startsWith("./") ? existsSync(join(ROOT, source)) : source in volumes]).toEqual([
          name,
          true,
        ]);
      for (const other of Object.keys(depends_on ?? {})) expect(Object.keys(services)).toContain(other);
      if (build) expect(existsSync(join(ROOT, build.context, build.dockerfile))).toBe(true);
    }
  });

  it("runs web and worker without rights, on a file system that only /data, backups and /tmp can be written to", () => {
    const { web, worker, database } = compose().services;
    for (const service of [web, worker])
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        depends_on: { database: { condition: "service_healthy" } },
      });
    expect([web, worker].map((service) => service?.command)).toEqual([
      ["start", "--services=web"],
      ["start", "--services=worker"],
    ]);
    expect(web?.volumes).toEqual(worker?.volumes);
    expect(database?.["ports"]).toBeUndefined();
    for (const secret of ["POSTGRES_PASSWORD", "LOREKEEP_PASSWORD"])
      expect(database?.environment[secret]).toMatch(/^\$\{POSTGRES_PASSWORD\b/);
  });
});

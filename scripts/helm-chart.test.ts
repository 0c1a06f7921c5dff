import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { SECRET_NAMES, VARIABLE_NAMES } from "../server/env-variables.ts";

const ROOT = join(import.meta.dirname, "..");
const CHART = join(ROOT, "deploy/helm/lorekeep");
const read = (file: string) => readFileSync(join(CHART, file), "utf8");
const templates = readdirSync(join(CHART, "templates"));
const texts = templates.map((file) => read(`templates/${file}`)).join("\n");
const chart = parse(read("Chart.yaml")) as { name: string; version: string; appVersion: string };
type Values = Record<string, Record<string, unknown>>;
const defaults = () => parse(read("values.yaml")) as Values;
const schema = JSON.parse(read("values.schema.json")) as {
  properties: { secretFiles: { items: { enum: string[] } } };
};
const isValid = new Ajv({ strict: true, allowUnionTypes: true, strictTypes: false }).compile(schema);

const SECRETS = [...SECRET_NAMES, "APP_KEYS"];
const SETTINGS = new Set([...VARIABLE_NAMES, ...SECRETS.map((name) => `${name}_FILE`)]);

describe("the Helm chart's own files", () => {
  it("its values hold to its schema, and a value that is misspelt, of the wrong type or not allowed does not", () => {
    isValid(defaults());
    expect(isValid.errors).toBeNull();
    const wrong: ((values: Values) => void)[] = [
      (values) => Object.assign(values, { replica: 2 }),
      (values) => Object.assign(values["web"] ?? {}, { replicas: "2" }),
      (values) => Object.assign(values["settings"] ?? {}, { LLM_DAILY_CAP_TOKENS: 2_000_000 }),
      (values) => Object.assign(values["settings"] ?? {}, { LLM_API_KEY: "a key in the values" }),
      (values) => Object.assign(values["settings"] ?? {}, { PUBLIC_URL: "lorekeep.acme.com" }),
      (values) => Object.assign(values["ingress"] ?? {}, { enabled: true }),
      (values) => Object.assign(values, { secretFiles: ["PUBLIC_URL"] }),
    ];
    for (const change of wrong) {
      const values = defaults();
      change(values);
      expect([String(change), isValid(values)]).toEqual([String(change), false]);
    }
  });

  it("its secrets are those that can be in a file, and it carries the product's version", () => {
    expect(schema.properties.secretFiles.items.enum.toSorted()).toEqual(SECRETS.toSorted());
    expect(chart.appVersion).toBe((parse(readFileSync(join(ROOT, "package.json"), "utf8")) as typeof chart).version);
  });

  it("its templates ask for values that it has, and set variables that the product reads", () => {
    const asked = [...texts.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = ""]) => path.slice(1).split("."));
    expect(asked.length).toBeGreaterThan(40);
    for (const path of asked) {
      if (path[0] === "settings") expect(VARIABLE_NAMES).toContain(path[1] ?? "PUBLIC_URL");
      else
        expect(
          path.reduce<unknown>((at, key) => (at as Values)[key], defaults()),
          path.join("."),
        ).toBeDefined();
    }
    // Every value must have an effect, alone or as part of another value.
    const names = asked.map((path) => path.join("."));
    const isUsed = (path: string) =>
      names.some((name) => name === path || path.startsWith(`${name}.`)) || path.startsWith("settings.");
    const leaves = (at: unknown, path: string): string[] =>
      typeof at === "object" && at !== null && !Array.isArray(at) && Object.keys(at).length > 0
        ? Object.entries(at).flatMap(([key, value]) => leaves(value, path ? `${path}.${key}` : key))
        : [path];
    expect(leaves(defaults(), "").filter((path) => !isUsed(path))).toEqual([]);
    const set = [...texts.matchAll(/- name: ([A-Z][A-Z0-9_]+)$/gm)].map(([, name]) => name);
    const mentioned = [...read("values.yaml").matchAll(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g)].map(([, name]) => name);
    expect(set.length).toBeGreaterThan(4);
    expect([...set, ...mentioned].filter((name) => name !== "NAME_FILE" && !SETTINGS.has(name ?? ""))).toEqual([]);
  });
});

interface Container {
  name: string;
  args: string[];
  env: { name: string; value?: string }[];
  volumeMounts: { name: string; mountPath: string }[];
  securityContext: Record<string, unknown>;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
}
interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: { securityContext: Record<string, unknown>; volumes: { name: string }[]; containers: [Container] };
}
interface Manifest {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: Record<string, unknown> & { template: PodTemplate };
}

/** Renders the chart with these values. Returns all its Kubernetes objects, by 'Kind name', and the text of its notes. */
function render(change: (values: Values) => void) {
  const values = defaults();
  Object.assign(values["settings"] ?? {}, { PUBLIC_URL: "https://lorekeep.acme.com" });
  change(values);
  expect([isValid(values), isValid.errors]).toEqual([true, null]);
  const run = spawnSync("go", ["run", join(import.meta.dirname, "fixtures/render-chart.go")], {
    encoding: "utf8",
    // Without a home folder Go has no default place for its build cache.
    env: { ...process.env, GOCACHE: join(tmpdir(), "lorekeep-go-cache"), CGO_ENABLED: "0" },
    input: JSON.stringify({
      templates: join(CHART, "templates"),
      context: {
        Values: values,
        Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
        Release: { Name: "acme", Namespace: "tools", Service: "Helm" },
      },
    }),
  });
  expect([run.status, run.status ? run.stderr : ""]).toEqual([0, ""]);
  const { "NOTES.txt": notes = "", ...files } = JSON.parse(run.stdout) as Record<string, string>;
  const documents = Object.entries(files).flatMap(([file, text]) =>
    parseAllDocuments(text).map((document) => {
      expect([file, document.errors]).toEqual([file, []]);
      return document.toJS() as Manifest | null;
    }),
  );
  const objects = new Map<string, Manifest>();
  for (const object of documents) {
    if (!object) continue;
    const key = `${object.kind} ${object.metadata.name}`;
    expect([key, objects.has(key)]).toEqual([key, false]);
    objects.set(key, object);
  }
  return { notes, objects, named: (key: string) => objects.get(key) ?? expect.fail(`${key} is missing`) };
}

const hasGo = spawnSync("go", ["version"]).status === 0;

describe.skipIf(!hasGo)(
  "the Helm chart, rendered (needs Go's template engine: skipped where no `go` is installed)",
  () => {
    it("runs web, worker and migration apart, each without rights, with a read-only file system, limits and secrets in files", () => {
      const { objects, notes, named } = render(() => {});
      expect([...objects.keys()].toSorted()).toEqual([
        "Deployment acme-web",
        "Deployment acme-worker",
        "Job acme-migration",
        "NetworkPolicy acme",
        "NetworkPolicy acme-web",
        "PodDisruptionBudget acme-web",
        "PodDisruptionBudget acme-worker",
        "Service acme-web",
      ]);
      const args: Record<string, string[]> = {
        "Deployment acme-web": ["start", "--services=web"],
        "Deployment acme-worker": ["start", "--services=worker"],
        "Job acme-migration": ["migrate"],
      };
      for (const [key, wanted] of Object.entries(args)) {
        const { template } = named(key).spec;
        const [container] = template.spec.containers;
        expect(container.args).toEqual(wanted);
        expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001, fsGroup: 10_001 });
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(Object.keys(container.resources.requests)).toEqual(["cpu", "memory"]);
        expect(container.resources.limits["memory"]).toMatch(/^\d+[MG]i$/);
        expect(container.volumeMounts.map((mount) => mount.mountPath)).toEqual([
          "/data",
          "/tmp",
          "/run/secrets/lorekeep",
        ]);
        expect(template.spec.volumes.map(({ name }) => name)).toEqual(container.volumeMounts.map(({ name }) => name));
        const names = container.env.map(({ name }) => name);
        expect(names.filter((name) => !SETTINGS.has(name))).toEqual([]);
        expect(new Set(names).size).toBe(names.length);
        expect(container.env).toContainEqual({
          name: "DATABASE_URL_FILE",
          value: "/run/secrets/lorekeep/DATABASE_URL",
        });
        if (key.startsWith("Job")) continue;
        expect(container["livenessProbe"]?.httpGet).toEqual({ path: "/health/live", port: "http" });
        expect(container["readinessProbe"]?.httpGet).toEqual({ path: "/health/ready", port: "http" });
      }
      expect(named("Job acme-migration").metadata.annotations?.["helm.sh/hook"]).toBe("pre-install,pre-upgrade");
      expect(notes).toContain("no scheduled backups");
    });

    it("lets nobody in but to web, nothing out but to the ports named, and the service leads to web", () => {
      const { named } = render(() => {});
      const all = named("NetworkPolicy acme").spec;
      expect([all["policyTypes"], all["ingress"]]).toEqual([["Ingress", "Egress"], undefined]);
      expect(JSON.stringify(all["egress"]).match(/"port":\d+/g)).toEqual(
        [53, 53, 443, 5432, 465, 587].map((port) => `"port":${port}`),
      );
      const { labels } = named("Deployment acme-web").spec.template.metadata;
      const worker = named("Deployment acme-worker").spec.template.metadata.labels;
      const selectors = [
        (named("NetworkPolicy acme-web").spec["podSelector"] as { matchLabels: Record<string, string> }).matchLabels,
        named("Service acme-web").spec["selector"] as Record<string, string>,
        (named("PodDisruptionBudget acme-web").spec["selector"] as { matchLabels: Record<string, string> }).matchLabels,
        (named("Deployment acme-web").spec["selector"] as { matchLabels: Record<string, string> }).matchLabels,
      ];
      for (const selector of selectors) {
        expect(labels).toMatchObject(selector);
        expect(worker).not.toMatchObject(selector);
      }
    });

    it("takes every option: autoscaling in the place of replicas, an Ingress, a secret and a variable more, peers, nodes", () => {
      const { named, notes } = render((values) => {
        Object.assign(values["web"]?.["autoscaling"] ?? {}, { enabled: true });
        Object.assign(values["worker"]?.["autoscaling"] ?? {}, { enabled: true });
        Object.assign(values["settings"] ?? {}, { MAIL_FROM: 'A "team" <a@acme.com>', BACKUP_DIR: "/data/backups" });
        const host = "lorekeep.acme.com";
        Object.assign(values["ingress"] ?? {}, { enabled: true, className: "nginx", host, tlsSecret: "tls" });
        const monitoring = { namespaceSelector: { matchLabels: { team: "monitoring" } } };
        Object.assign(values["networkPolicy"] ?? {}, { metricsFrom: [monitoring], webFrom: [monitoring] });
        Object.assign(values, {
          secretFiles: ["DATABASE_URL", "APP_KEYS", "SMTP_URL"],
          extraEnv: [{ name: "LLM_API_KEY", valueFrom: { secretKeyRef: { name: "llm", key: "key" } } }],
          imagePullSecrets: [{ name: "registry" }],
          nodeSelector: { "kubernetes.io/arch": "amd64" },
          tolerations: [{ key: "batch", operator: "Exists" }],
          podAnnotations: { "prometheus.io/scrape": "true" },
        });
      });
      for (const name of ["web", "worker"]) {
        const { spec } = named(`Deployment acme-${name}`);
        expect(spec["replicas"]).toBeUndefined();
        expect(spec.template.spec.containers[0].env).toEqual(
          expect.arrayContaining([
            { name: "MAIL_FROM", value: 'A "team" <a@acme.com>' },
            { name: "SMTP_URL_FILE", value: "/run/secrets/lorekeep/SMTP_URL" },
            { name: "LLM_API_KEY", valueFrom: { secretKeyRef: { name: "llm", key: "key" } } },
          ]),
        );
        expect(spec.template.spec).toMatchObject({
          nodeSelector: { "kubernetes.io/arch": "amd64" },
          tolerations: [{ key: "batch", operator: "Exists" }],
          imagePullSecrets: [{ name: "registry" }],
        });
        expect(named(`HorizontalPodAutoscaler acme-${name}`).spec["scaleTargetRef"]).toMatchObject({
          name: `acme-${name}`,
        });
      }
      expect(JSON.stringify(named("HorizontalPodAutoscaler acme-worker").spec["metrics"])).toContain("queue_due_jobs");
      expect(named("Ingress acme").spec["rules"]).toMatchObject([
        { host: "lorekeep.acme.com", http: { paths: [{ backend: { service: { name: "acme-web" } } }] } },
      ]);
      const peers = [{ namespaceSelector: { matchLabels: { team: "monitoring" } } }];
      for (const name of ["acme", "acme-web"])
        expect(named(`NetworkPolicy ${name}`).spec["ingress"]).toEqual([{ ports: [{ port: "http" }], from: peers }]);
      expect(notes).not.toContain("no scheduled backups");
    });
  },
);

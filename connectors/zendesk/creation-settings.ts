import { createHash } from "node:crypto";
import { MissingPermission } from "../errors.ts";
import type { ZendeskApi } from "./api.ts";
import type { ZendeskConfig } from "./manifest.ts";
import { parseSectionId } from "./site.ts";

/** The settings for creating articles in the configured section. */
export interface CreationSettings {
  locale: string;
  section: { id: string; name: string; categoryId: number };
  self: { id: number; name: string };
  permissionGroupId: number;
  /**
   * The id of the built-in reader group of agents and managers. Null if the plan does not have it or the account may
   * not use it.
   */
  staffSegmentId: number | null;
}

export interface OpenedCenter {
  api: ZendeskApi;
  place: CreationSettings;
}

/** The time for which settings are cached. They change rarely, and requesting them takes five calls. */
const KEPT_MS = 5 * 60_000;
/**
 * The most languages that are tried. Zendesk has about forty, but a section is usually in the first one or in a few
 * others.
 */
const MOST_LOCALES = 10;

/** Caches the settings for creating articles for a few minutes. */
export class CreationSettingsCache {
  readonly #kept = new Map<string, { place: CreationSettings; until: number }>();

  async get(api: ZendeskApi, config: ZendeskConfig): Promise<CreationSettings> {
    const key = keyOf(config);
    const kept = this.#kept.get(key);
    if (kept && Date.now() < kept.until) return kept.place;
    for (const [other, { until }] of this.#kept) if (until <= Date.now()) this.#kept.delete(other);
    const place = await findPlace(api, config);
    this.#kept.set(key, { place, until: Date.now() + KEPT_MS });
    return place;
  }

  forget(config: ZendeskConfig): void {
    this.#kept.delete(keyOf(config));
  }
}

const keyOf = ({ baseUrl, spaceId, apiKey }: ZendeskConfig) =>
  createHash("sha256")
    .update(JSON.stringify([baseUrl, spaceId, apiKey]))
    .digest("hex");

async function findPlace(api: ZendeskApi, config: ZendeskConfig): Promise<CreationSettings> {
  const sectionId = parseSectionId(config);
  const self = await api.me();
  if (self.role === "end-user")
    throw new MissingPermission(`${self.name} is an end user of Zendesk, who may not write articles.`, "Guide admin");
  const { default_locale: first, locales } = await api.locales();
  for (const locale of [...new Set([first, ...locales])].slice(0, MOST_LOCALES)) {
    const section = await api.section(locale, sectionId);
    if (!section) continue;
    const segments = (await api.userSegments()) ?? [];
    const staff = segments.find((segment) => segment.user_type === "staff" && segment.built_in !== false);
    return {
      locale,
      section: { id: sectionId, name: section.name, categoryId: section.category_id },
      self,
      permissionGroupId: await permissionGroup(api, locale, sectionId, self.name),
      staffSegmentId: staff?.id ?? null,
    };
  }
  throw new MissingPermission(`There is no section with the ID ${sectionId} that ${self.name} can see.`, "hc:read");
}

/**
 * Returns the group of people who may edit and publish: Zendesk's built-in group, or the group of the section's
 * existing articles.
 */
async function permissionGroup(api: ZendeskApi, locale: string, sectionId: string, name: string): Promise<number> {
  const all = await api.permissionGroups();
  const group = all?.find(({ built_in }) => built_in === true) ?? all?.[0];
  if (group) return group.id;
  for await (const articles of api.articles(locale, sectionId)) {
    const found = articles.find(({ permission_group_id: id }) => typeof id === "number");
    if (found?.permission_group_id) return found.permission_group_id;
    break;
  }
  throw new MissingPermission(
    `${name} cannot see who may edit articles (management permissions). Make it a Guide admin, or write one article in the section by hand.`,
    "Guide admin",
  );
}

import { createHash, randomBytes } from "node:crypto";
import { sanitizeHtml } from "../kept-html.ts";

export interface StandInUser {
  userName: string;
  password: string;
  name: string;
  /** An OAuth client that acts as this user. */
  client?: { id: string; secret: string };
  /** Whether the user has the role 'knowledge' and is in 'Can Contribute'. True if absent. */
  mayContribute?: boolean;
  /** Whether the user may read the history of records. True if absent. */
  seesHistory?: boolean;
}

export interface StandInBase {
  sys_id: string;
  title: string;
  /** True if users of the API can no longer see the knowledge base. */
  isHidden?: boolean;
}

/** A row of the table `kb_category`. `parent_id` is another category or a knowledge base. */
export interface StandInCategory {
  sys_id: string;
  label: string;
  parent_id: string;
}

/**
 * One version of an article. Without versioning, an article has one version. The names are those of the table
 * `kb_knowledge`.
 */
export interface StandInRecord {
  sys_id: string;
  number: string;
  short_description: string;
  text: string;
  workflow_state: string;
  kb_knowledge_base: string;
  kb_category: string;
  sys_created_by: string;
  sys_created_on: string;
  sys_updated_by: string;
  sys_updated_on: string;
  sys_mod_count: number;
  latest: boolean;
  /** The sys_ids of rules about readers ('user criteria'), separated by commas. */
  can_read_user_criteria: string;
  cannot_read_user_criteria: string;
  roles: string;
  valid_to: string;
  isDeleted: boolean;
}

/** A row of the table `sys_audit`: one changed field. */
export interface AuditedRecord {
  tablename: string;
  documentkey: string;
  fieldname: string;
  newvalue: string;
  user: string;
  record_checkpoint: string;
  sys_created_on: string;
}

export const HUMAN_EDITOR_ID = "beth.anglin";
/** The default lengths of the table's fields. Longer values are cut without an error. */
const LONGEST = { short_description: 100, text: 65_000 };

const ELEMENTS = new Set(
  "a b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s span strong sub sup table tbody td th thead tr u ul".split(
    " ",
  ),
);

/** Sanitizes HTML like ServiceNow: removes scripts, event handlers and links that run code. */
const sanitised = (html: string) =>
  sanitizeHtml(html, {
    elements: ELEMENTS,
    attributes: (_name, given) =>
      Object.fromEntries(
        Object.entries(given).filter(
          ([key, value]) => !key.startsWith("on") && !(key === "href" && /^\s*javascript:/i.test(value)),
        ),
      ),
  });

type RecordContent = Pick<StandInRecord, "short_description" | "text" | "workflow_state">;

/** The data of an instance: articles in knowledge bases. With `isVersioned`, articles have versions. */
export class ServicenowState {
  readonly users: StandInUser[];
  readonly bases: StandInBase[];
  readonly categories: StandInCategory[];
  readonly isVersioned: boolean;
  readonly records: StandInRecord[] = [];
  readonly history: AuditedRecord[] = [];
  /** Users by access token. */
  readonly tokens = new Map<string, StandInUser>();
  /** Fields of a published article that ignore changes without an error. */
  readonly frozenFields: ReadonlySet<string>;
  #articles = 0;

  constructor(
    users: StandInUser[],
    bases: StandInBase[],
    categories: StandInCategory[],
    { isVersioned, frozenFields }: { isVersioned: boolean; frozenFields: string[] },
  ) {
    this.categories = categories;
    this.users = users;
    this.bases = bases.map((one) => ({ ...one }));
    this.isVersioned = isVersioned;
    this.frozenFields = new Set(frozenFields);
  }

  create(made: RecordContent & Pick<StandInRecord, "kb_knowledge_base">, by: string): StandInRecord {
    this.#articles += 1;
    return this.#add({ ...made, number: `KB${String(10_000 + this.#articles).padStart(7, "0")}` }, by);
  }

  change(record: StandInRecord, change: Partial<RecordContent>, by: string): void {
    const before = { ...record };
    Object.assign(record, kept(change), { sys_updated_by: by, sys_updated_on: now() });
    record.sys_mod_count += 1;
    const said = { tablename: "kb_knowledge", documentkey: record.sys_id, user: by, sys_created_on: now() };
    for (const fieldname of ["short_description", "text", "workflow_state"] as const)
      if (record[fieldname] !== before[fieldname])
        this.history.push({
          ...said,
          fieldname,
          newvalue: record[fieldname],
          record_checkpoint: String(record.sys_mod_count),
        });
  }

  /** Creates a new version in the state 'draft'. The previous version stays unchanged. */
  checkOut(record: StandInRecord, by: string): StandInRecord {
    for (const one of this.records) if (one.number === record.number) one.latest = false;
    const { number, short_description, text, kb_knowledge_base } = record;
    return this.#add({ number, short_description, text, kb_knowledge_base, workflow_state: "draft" }, by);
  }

  /** Returns the newest version of an article that is not deleted. */
  newest(number: string): StandInRecord | undefined {
    return this.records.findLast((one) => one.number === number && !one.isDeleted);
  }

  #add(made: RecordContent & Pick<StandInRecord, "kb_knowledge_base" | "number">, by: string): StandInRecord {
    const id = createHash("md5").update(randomBytes(16)).digest("hex");
    const times = { sys_created_on: now(), sys_updated_on: now(), sys_created_by: by, sys_updated_by: by };
    const record = {
      ...made,
      ...kept(made),
      ...times,
      sys_id: id,
      sys_mod_count: 0,
      latest: true,
      ...OPEN,
      isDeleted: false,
    };
    this.records.push(record);
    return record;
  }
}

const OPEN = {
  kb_category: "",
  can_read_user_criteria: "",
  cannot_read_user_criteria: "",
  roles: "",
  valid_to: "2100-01-01",
};

function kept(change: Partial<RecordContent>): Partial<RecordContent> {
  return {
    ...change,
    ...(change.short_description !== undefined && {
      short_description: change.short_description.slice(0, LONGEST.short_description),
    }),
    ...(change.text !== undefined && { text: sanitised(change.text).slice(0, LONGEST.text) }),
  };
}

/** Formats a time in UTC with whole seconds, as in every ServiceNow record. */
export const formatTime = (date: Date) => date.toISOString().slice(0, 19).replace("T", " ");
const now = () => formatTime(new Date());

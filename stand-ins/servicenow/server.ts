import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { browserRoutes } from "./browser.ts";
import { restRoutes } from "./rest.ts";
import { PERSON, ServicenowState, type StandInBase, type StandInRecord, type StandInUser, timeOf } from "./state.ts";

export interface ServicenowStandInOptions extends StandInOptions {
  users?: StandInUser[];
  bases?: StandInBase[];
  /** Published versions are not changed; a new one is checked out. */
  isVersioned?: boolean;
  /** Fields of a published article that nobody may write: a change of them is ignored without a word. None when absent. */
  frozenFields?: string[];
}

/** What a person changes of an article. */
interface Editable {
  title: string;
  body: string;
  state: string;
}

export interface ServicenowStandIn extends StandIn {
  /** Copies of all versions, in the order in which they were made, deleted ones too. */
  records(): StandInRecord[];
  /** The newest version of each, by its number. */
  articles(): ({ id: string } & Editable)[];
  /** A person changes title, HTML or state of the newest version. */
  editAsPerson(number: string, edit: (article: Editable) => void): void;
  /** A person checks out a published article: its new version is a draft. */
  checkOutAsPerson(number: string): void;
  /** A person writes a published article with this HTML; answers its number. */
  writeAsPerson(baseId: string, title: string, text: string): string;
  deleteAsPerson(number: string): void;
  /** Every access token ends now. */
  endTokens(): void;
  /** The knowledge base is gone from the API's sight, or back again. */
  hideBase(sysId: string, isHidden: boolean): void;
  /** As if the article had been made so much earlier. */
  age(number: string, milliseconds: number): void;
  /** Articles that are neither deleted nor retired and carry the marker. */
  countByMarker(marker: string): number;
}

export const DEFAULT_BASE: StandInBase = { sys_id: "a7e8a78bff0221009b20ffffffffff17", title: "IT" };
export const DEFAULT_USER: StandInUser = { userName: "lorekeep", password: "servicenow-token", name: "Lorekeep Bot" };

/** A ServiceNow instance on this machine. */
export async function startServicenowStandIn({
  users = [DEFAULT_USER],
  bases = [DEFAULT_BASE],
  isVersioned = false,
  frozenFields = [],
  ...options
}: ServicenowStandInOptions = {}): Promise<ServicenowStandIn> {
  const state = new ServicenowState(users, bases, isVersioned, frozenFields);
  const standIn = await startStandIn(
    "ServiceNow",
    (app) => {
      restRoutes(app, state);
      browserRoutes(app, state);
      app.get("/_stand-in/articles", async () => state.records);
    },
    { refusal: (status) => ({ error: { message: `ordered ${status}`, detail: "" }, status: "failure" }), ...options },
  );
  const numbers = () => [...new Set(state.records.map(({ number }) => number))];
  const newest = (number: string): StandInRecord => {
    const record = state.newest(number);
    if (!record) throw new Error(`The ServiceNow stand-in has no article ${number}.`);
    return record;
  };
  const editAsPerson: ServicenowStandIn["editAsPerson"] = (number, edit) => {
    const record = newest(number);
    const { title, body, state: as } = edited(editable(record), edit);
    state.change(record, { short_description: title, text: body, workflow_state: as }, PERSON);
  };

  return {
    ...standIn,
    records: () => structuredClone(state.records),
    articles: () =>
      numbers()
        .flatMap((number) => state.newest(number) ?? [])
        .map(editable),
    editAsPerson,
    checkOutAsPerson: (number) => void state.checkOut(newest(number), PERSON),
    writeAsPerson: (baseId, title, text) =>
      state.create({ short_description: title, text, workflow_state: "published", kb_knowledge_base: baseId }, PERSON)
        .number,
    deleteAsPerson(number) {
      for (const record of state.records) if (record.number === number) record.isDeleted = true;
    },
    endTokens: () => state.tokens.clear(),
    hideBase(sysId, isHidden) {
      const base = state.bases.find(({ sys_id }) => sys_id === sysId);
      if (!base) throw new Error(`The ServiceNow stand-in has no knowledge base ${sysId}.`);
      base.isHidden = isHidden;
    },
    age(number, milliseconds) {
      const record = newest(number);
      record.sys_created_on = timeOf(new Date(Date.parse(`${record.sys_created_on}Z`) - milliseconds));
    },
    countByMarker: (marker) =>
      numbers().filter((number) => {
        const record = state.newest(number);
        return record && record.workflow_state !== "retired" && record.text.includes(marker);
      }).length,
  };
}

const editable = ({ number, short_description, text, workflow_state }: StandInRecord) => ({
  id: number,
  title: short_description,
  body: text,
  state: workflow_state,
});

function edited<Article>(article: Article, edit: (article: Article) => void): Article {
  edit(article);
  return article;
}

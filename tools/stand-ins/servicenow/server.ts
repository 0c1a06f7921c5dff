import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { browserRoutes } from "./browser.ts";
import { restRoutes } from "./rest.ts";
import {
  formatTime,
  HUMAN_EDITOR_ID,
  ServicenowState,
  type StandInBase,
  type StandInCategory,
  type StandInRecord,
  type StandInUser,
} from "./state.ts";

export interface ServicenowStandInOptions extends StandInOptions {
  users?: StandInUser[];
  bases?: StandInBase[];
  categories?: StandInCategory[];
  /** True if published versions cannot change and an edit needs a new version. */
  isVersioned?: boolean;
  /** Fields of a published article that ignore changes without an error; none if absent. */
  frozenFields?: string[];
}

/** The parts of an article that a person can edit. */
interface EditableFields {
  title: string;
  body: string;
  state: string;
}

type AccessField = "can_read_user_criteria" | "cannot_read_user_criteria" | "roles" | "valid_to";

export interface ServicenowStandIn extends StandIn {
  /** Returns copies of all versions, with deleted ones, in the order of their creation. */
  records(): StandInRecord[];
  /** Returns the newest version of each article, by number. */
  articles(): ({ id: string } & EditableFields)[];
  /** Edits title, HTML or state of the newest version as a person. */
  editAsPerson(number: string, edit: (article: EditableFields) => void): void;
  /** Creates a new version of a published article as a person. The new version is a draft. */
  checkOutAsPerson(number: string): void;
  /** Writes a published article with this HTML as a person and returns its number. */
  writeAsPerson(baseId: string, title: string, text: string): string;
  deleteAsPerson(number: string): void;
  /** Puts the newest version into another knowledge base or category. */
  moveAsPerson(number: string, to: Partial<Pick<StandInRecord, "kb_knowledge_base" | "kb_category">>): void;
  /** Sets who may read the newest version, or until when it is valid, as a person. */
  limitAsPerson(number: string, limits: Partial<Pick<StandInRecord, AccessField>>): void;
  /** Expires every access token. */
  endTokens(): void;
  /** Hides the knowledge base from the API, or shows it again. */
  hideBase(sysId: string, isHidden: boolean): void;
  /** Moves the article's creation and last change this much further into the past. */
  age(number: string, milliseconds: number): void;
  /** Returns the number of articles with the marker that are neither deleted nor retired. */
  countByMarker(marker: string): number;
}

export const DEFAULT_BASE: StandInBase = { sys_id: "a7e8a78bff0221009b20ffffffffff17", title: "IT" };
export const DEFAULT_USER: StandInUser = { userName: "lorekeep", password: "servicenow-token", name: "Lorekeep Bot" };

/** Starts a ServiceNow instance. */
export async function startServicenowStandIn({
  users = [DEFAULT_USER],
  bases = [DEFAULT_BASE],
  categories = [],
  isVersioned = false,
  frozenFields = [],
  ...options
}: ServicenowStandInOptions = {}): Promise<ServicenowStandIn> {
  const state = new ServicenowState(users, bases, categories, { isVersioned, frozenFields });
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
    state.change(record, { short_description: title, text: body, workflow_state: as }, HUMAN_EDITOR_ID);
  };

  return {
    ...standIn,
    records: () => structuredClone(state.records),
    articles: () =>
      numbers()
        .flatMap((number) => state.newest(number) ?? [])
        .map(editable),
    editAsPerson,
    checkOutAsPerson: (number) => void state.checkOut(newest(number), HUMAN_EDITOR_ID),
    writeAsPerson: (baseId, title, text) =>
      state.create(
        { short_description: title, text, workflow_state: "published", kb_knowledge_base: baseId },
        HUMAN_EDITOR_ID,
      ).number,
    deleteAsPerson(number) {
      for (const record of state.records) if (record.number === number) record.isDeleted = true;
    },
    moveAsPerson: (number, to) => void Object.assign(newest(number), to),
    limitAsPerson: (number, limits) => void Object.assign(newest(number), limits),
    endTokens: () => state.tokens.clear(),
    hideBase(sysId, isHidden) {
      const base = state.bases.find(({ sys_id }) => sys_id === sysId);
      if (!base) throw new Error(`The ServiceNow stand-in has no knowledge base ${sysId}.`);
      base.isHidden = isHidden;
    },
    age(number, milliseconds) {
      const record = newest(number);
      record.sys_created_on = formatTime(new Date(Date.parse(`${record.sys_created_on}Z`) - milliseconds));
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

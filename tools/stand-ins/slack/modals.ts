import { randomUUID } from "node:crypto";
import { checkModal, type ModalView } from "./check-modal.ts";
import { SlackFailure } from "./methods.ts";
import type { SlackTeam } from "./team.ts";

const TRIGGER_MS = 3000;

/** A form that a person has open. */
export interface OpenModal {
  id: string;
  teamId: string;
  user: string;
  view: ModalView;
  /** The app's validation messages by block. */
  errors: Record<string, string>;
  /** The texts of the last refused submission, by block. */
  typed: Record<string, string>;
}

/** The forms that people have open. A button press can open one form within three seconds. */
export class Modals {
  readonly open = new Map<string, OpenModal>();
  readonly #triggers = new Map<string, { teamId: string; user: string; until: number; isUsed: boolean }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  newTrigger(teamId: string, user: string): string {
    const id = `${Date.now()}.${randomUUID()}`;
    this.#triggers.set(id, { teamId, user, until: this.#now() + TRIGGER_MS, isUsed: false });
    return id;
  }

  /** https://docs.slack.dev/reference/methods/views.open */
  openView(team: SlackTeam, args: Record<string, unknown>): Record<string, unknown> {
    const trigger = this.#triggers.get(String(args["trigger_id"]));
    if (trigger?.teamId !== team.data.team.id) throw new SlackFailure("invalid_trigger_id");
    if (trigger.isUsed) throw new SlackFailure("exchanged_trigger_id");
    if (trigger.until < this.#now()) throw new SlackFailure("expired_trigger_id");
    const raw: unknown = typeof args["view"] === "string" ? JSON.parse(args["view"]) : args["view"];
    const checked = checkModal(raw);
    if ("problem" in checked) throw new SlackFailure(checked.problem);
    trigger.isUsed = true;
    const id = `V${randomUUID().slice(0, 8).toUpperCase()}`;
    const { teamId, user } = trigger;
    this.open.set(id, { id, teamId, user, view: checked.view, errors: {}, typed: {} });
    return { view: { id, ...checked.view } };
  }

  /**
   * Builds Slack's request for a press on Save. `typed` contains changed texts by block, and `true` for a ticked box.
   */
  payloadOf(team: SlackTeam, id: string, typed: Record<string, string | boolean>): Record<string, unknown> {
    const { user, view } = this.#modal(id);
    const values = view.blocks.flatMap((block): (readonly [string, object])[] => {
      if (block.type !== "input") return [];
      const { block_id, element } = block;
      if (element.type === "checkboxes") {
        const selected_options = typed[block_id] ? element.options : [];
        return [[block_id, { [element.action_id]: { type: "checkboxes", selected_options } }]];
      }
      const value = typed[block_id] ?? element.initial_value ?? "";
      if (typeof value !== "string" || value.length > (element.max_length ?? 3000))
        throw new Error("Slack takes no such text.");
      if (value === "" && !block.optional) throw new Error("Slack asks for this field to be filled in.");
      return [[block_id, { [element.action_id]: { type: "plain_text_input", value: value || null } }]];
    });
    const { id: teamId, domain } = team.data.team;
    return {
      type: "view_submission",
      team: { id: teamId, domain },
      user: { id: user, team_id: teamId },
      api_app_id: "ASTANDIN",
      token: "stand-in",
      trigger_id: this.newTrigger(teamId, user),
      view: { id, team_id: teamId, ...view, state: { values: Object.fromEntries(values) } },
      response_urls: [],
    };
  }

  /** Applies the app's response to the form. Throws if Slack would not accept the response. */
  answer(id: string, answer: unknown): void {
    const modal = this.#modal(id);
    if (answer === null) return void this.open.delete(id);
    const { response_action: action, errors, view, ...more } = answer as Record<string, unknown>;
    if (Object.keys(more).length > 0) throw new Error("Slack does not know this answer.");
    if (action === "clear") return void this.open.delete(id);
    if (action === "errors") {
      const ids = modal.view.blocks.flatMap((block) => (block.type === "input" ? [block.block_id] : []));
      const named = Object.keys((errors ?? {}) as object);
      if (named.length === 0 || named.some((block) => !ids.includes(block)))
        throw new Error("Slack knows no such block.");
      modal.errors = errors as Record<string, string>;
      return;
    }
    const checked = checkModal(view);
    if (action !== "update" || "problem" in checked) throw new Error("Slack does not take this view.");
    Object.assign(modal, { view: checked.view, errors: {}, typed: {} });
  }

  #modal(id: string): OpenModal {
    const modal = this.open.get(id);
    if (!modal) throw Object.assign(new Error("This form is closed."), { statusCode: 404 });
    return modal;
  }
}

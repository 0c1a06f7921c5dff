import { escapeHtml as html } from "../browser-page.ts";
import { getUserName } from "./message-html.ts";
import type { OpenModal } from "./modals.ts";
import type { SlackTeam } from "./team.ts";

/** Renders a person's open form as a form of the page. */
export function renderModal(team: SlackTeam, { id, user, view, errors, typed }: OpenModal, action: string): string {
  const blocks = view.blocks.map((block) => {
    if (block.type === "header") return `<h3>${html(block.text.text)}</h3>`;
    if (block.type === "section") return `<p>${html(block.text.text)}</p>`;
    const { block_id, label, element } = block;
    const error = errors[block_id] ? `<p role="alert"><b>${html(errors[block_id])}</b></p>` : "";
    if (element.type === "checkboxes")
      return `<p><label><input type="checkbox" name="${html(block_id)}" value="yes"> ${html(element.options[0]?.text.text ?? "")}</label></p>${error}`;
    const text = typed[block_id] ?? element.initial_value ?? "";
    const rows = element.multiline ? Math.min(8, 2 + Math.floor(text.length / 60)) : 1;
    return `<p><label>${html(label.text)}<br><textarea name="${html(block_id)}" rows="${rows}" maxlength="${element.max_length ?? 3000}"${block.optional ? "" : " required"}>${html(text)}</textarea></label></p>${error}`;
  });
  const save = view.submit ? `<button>${html(view.submit.text)}</button> ` : "";
  return `<dialog open aria-label="${html(view.title.text)}"><h2>${html(view.title.text)}</h2><p>Only <b>${html(getUserName(team, user))}</b> sees this.</p>
    <form method="post" action="${action}/modals/${html(id)}">${blocks.join("")}${save}<button name="close" value="yes" formnovalidate>${html(view.close?.text ?? "Close")}</button></form></dialog>`;
}

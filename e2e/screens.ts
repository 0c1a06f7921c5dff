import type { Page } from "@playwright/test";

/** A screen of a workspace in use: where it is, and what is opened on it. */
export type Screen = [name: string, path: string, prepare?: (page: Page) => Promise<unknown>];

const press = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();

export const openMenu = press("Open the menu");

/** Every screen with its dialogs, menus and states; `article` is the path of one with a history. */
export function screensOf(article: string): Screen[] {
  return [
    ["dashboard", "/"],
    ["team-activity", "/", press("Team Activity")],
    ["palette", "/", (page) => page.keyboard.press("Control+k")],
    ["keys", "/", (page) => page.keyboard.press("?")],
    ["articles", "/articles"],
    ["articles-inbox", "/articles?view=inbox"],
    ["articles-filters", "/articles?keywords=printer", press("Filters")],
    ["articles-nothing", "/articles?keywords=xylophone"],
    ["articles-selected", "/articles", (page) => page.getByRole("checkbox").first().check({ force: true })],
    ["article", article],
    ["article-conversation", article, press("Original conversation")],
    ["channels", "/channels"],
    ["channels-add", "/channels", press("Add Channel")],
    ["channels-connect", "/channels", press("Add Integration")],
    ["collaboration", "/collaboration"],
    ["configuration", "/configuration"],
    ["configuration-add", "/configuration", press("Add Integration")],
    ["analytics", "/analytics"],
    ["logs", "/logs"],
    ["logs-details", "/logs", (page) => page.getByText("View Details").first().click()],
    ["logs-export", "/logs", press("Export Logs")],
    ["settings-personal", "/settings/personal"],
    ["settings-password", "/settings/password"],
    ["settings-subscription", "/settings/subscription"],
    ["not-found", "/nope/here"],
  ];
}

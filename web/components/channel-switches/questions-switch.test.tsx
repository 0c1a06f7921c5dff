import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { CollaborationChannel } from "../../../shared/contract/channels.ts";
import { channels } from "../../testing/sample-data.ts";
import { QuestionsSwitch } from "./questions-switch.tsx";

function shown(questions: CollaborationChannel["questions"]): string {
  const channel = { ...(channels[0] as CollaborationChannel), questions };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <QuestionsSwitch channel={channel} />
    </QueryClientProvider>,
  );
}
const isDisabled = (markup: string) => /<button[^>]* disabled=""/.test(markup);
const isOn = (markup: string) => markup.includes('aria-checked="true"');

describe("The switch for questions in threads", () => {
  it("is off and says what it does", () => {
    const markup = shown({ isOn: false, cannot: null });
    expect([isOn(markup), isDisabled(markup)]).toEqual([false, false]);
    expect(markup).toContain('aria-label="Ask in threads of platform-help"');
    expect(markup).toContain("once in its thread: Publish, Fix or Not knowledge.");
  });

  it("cannot be switched on for the reason it gives, and can be switched off all the same", () => {
    const cannot = "The Slack app lacks the scope chat:write.";
    const off = shown({ isOn: false, cannot });
    expect([isOn(off), isDisabled(off)]).toEqual([false, true]);
    expect(off).toContain(cannot);
    const on = shown({ isOn: true, cannot });
    expect([isOn(on), isDisabled(on)]).toEqual([true, false]);
  });
});

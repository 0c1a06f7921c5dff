import type { LanguageModelSettings } from "../../../../shared/contract/language-model.ts";
import { useModelProviders } from "../../../api/language-model.ts";
import { Section } from "../../../components/section.tsx";

/** Says which text is sent, to whom, how long it is stored there, and what is removed before. */
export function WhatIsSent({ settings: { provider, address } }: { settings: LanguageModelSettings }) {
  const facts = useModelProviders(true).data?.providers.find(({ id }) => id === provider);
  const rows = [
    [
      "What",
      "The text of messages in the channels that Lorekeep reads, with their reactions, file names and small text files; articles about the same; where pages of your wiki are read, titles and passages of pages that everybody may read; and what somebody asks, with the sentences that may answer it. When you test a model, a conversation that we made up.",
    ],
    [
      "To whom",
      facts ? `${facts.where}${address ? ` The address is ${address}.` : ""}` : "Nobody, until a model is chosen.",
    ],
    ["Kept there", facts?.kept ?? "Nothing, until a model is chosen."],
    [
      "Kept here",
      "Answers of the model for 30 days, so that none is paid for twice. They go with the messages that they were made from. What a call cost stays.",
    ],
    [
      "Taken out before",
      "Names of people, who become “person 1”, “person 2”, and passwords, keys and other secrets that Lorekeep recognizes.",
    ],
    ["Never sent", "Channels that you exclude above. What is worth keeping there is saved in the chat's own words."],
    [
      "On record",
      "Every change of the provider, the key, the limits and the channels is in the audit log. Keys are encrypted and never shown again.",
    ],
  ] as const;
  return (
    <Section title="What is sent">
      <dl className="grid max-w-[75ch] gap-x-6 gap-y-3 pt-4 sm:grid-cols-[9rem_1fr]">
        {rows.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="font-medium">{name}</dt>
            <dd className="text-pretty text-soft max-sm:-mt-2 wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-4">
        <a href="/docs/language-models" className="text-link">
          Guide to language models
        </a>
      </p>
    </Section>
  );
}

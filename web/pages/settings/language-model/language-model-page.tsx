import { useState } from "react";
import { Link } from "react-router";
import type { LanguageModelSettings, ModelTest } from "../../../../shared/contract/language-model.ts";
import { explainWhoMay } from "../../../../shared/domain/access.ts";
import { useUser } from "../../../api/account.ts";
import { useChannels } from "../../../api/channels.ts";
import { useModelProviders, useOwnLanguageModel } from "../../../api/language-model.ts";
import { useRereadingOffer } from "../../../api/model-waiting.ts";
import { Page } from "../../../components/page.tsx";
import { useCan } from "../../../components/permissions.tsx";
import { Section } from "../../../components/section.tsx";
import { getButtonClass } from "../../../ui/button.tsx";
import { QueryView, useAllLoaded } from "../../../ui/query-view.tsx";
import { CapsForm } from "./caps-form.tsx";
import { CurrentModel } from "./current-model.tsx";
import { ModelForm } from "./model-form.tsx";
import { ExcludedChannels } from "./never-sent.tsx";
import { RereadingOfferSection } from "./read-again.tsx";
import { TestOutcome } from "./test-outcome.tsx";
import { WhatIsSent } from "./what-is-sent.tsx";

export default function LanguageModelPage() {
  const may = useCan();
  const { data: user } = useUser();
  return (
    <Page title="Language Model" description="What finds, writes and checks your articles, and what it may cost">
      {user && !may("read", "language-model") ? (
        <p className="text-soft">{explainWhoMay("read", "language-model")}</p>
      ) : (
        user && <LanguageModel />
      )}
    </Page>
  );
}

function LanguageModel() {
  const settings = useOwnLanguageModel();
  const isThere = useAllLoaded([settings, useModelProviders(true), useRereadingOffer(true), useChannels()]);
  return (
    <QueryView query={settings} isReady={isThere} loading={<div className="late skeleton h-120 max-w-3xl" />}>
      {(known) => <Settings settings={known} />}
    </QueryView>
  );
}

function Settings({ settings }: { settings: LanguageModelSettings }) {
  const { source, ownKeys } = settings;
  const [isChoosing, setChoosing] = useState(false);
  const [test, setTest] = useState<ModelTest | null>(null);
  const takeSaved = (saved: ModelTest) => {
    setTest(saved);
    setChoosing(false);
  };
  return (
    <div className="flex max-w-3xl flex-col gap-12">
      <Section title={source === "none" ? "No language model yet" : "In use"}>
        {source === "none" ? (
          <p className="max-w-[65ch] pt-4 text-pretty text-soft">
            Without one, Lorekeep saves what is worth keeping in the chat's own words. With a language model those
            excerpts become written, checked articles.
          </p>
        ) : (
          <CurrentModel settings={settings} onTested={setTest} onChange={() => setChoosing(true)} />
        )}
        {!ownKeys.allowed && <p className="max-w-[65ch] pt-4 text-pretty text-soft">{ownKeys.whyNot}</p>}
        {test && <TestOutcome test={test} />}
      </Section>
      {ownKeys.allowed && (source === "none" || isChoosing) && (
        <ModelForm
          settings={settings}
          onSaved={takeSaved}
          {...(source !== "none" && { onCancel: () => setChoosing(false) })}
        />
      )}
      {source !== "none" && <TryIt />}
      {source !== "none" && <RereadingOfferSection />}
      {source !== "none" && <CapsForm settings={settings} />}
      <ExcludedChannels neverToModel={settings.neverToModel} />
      <WhatIsSent settings={settings} />
    </div>
  );
}

function TryIt() {
  return (
    <Section title="Try it on your chat">
      <p className="max-w-[65ch] pt-4 text-pretty text-soft">
        See up to 20 articles of one of your channels beside their messages, and judge them before all of it is read.
      </p>
      <p className="pt-4">
        <Link to="/settings/language-model/try" className={getButtonClass()}>
          Try it on a channel
        </Link>
      </p>
    </Section>
  );
}

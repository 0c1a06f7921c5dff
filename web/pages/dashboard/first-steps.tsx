import { CircleCheck, CircleDashed } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Article } from "../../../shared/contract/articles.ts";
import { useChannels } from "../../api/channels.ts";
import { useCollaborationIntegrations } from "../../api/collaboration-integrations.ts";
import { useIntegrations } from "../../api/integrations.ts";
import { useCurrentModelEstimate } from "../../api/settings.ts";
import { useCan } from "../../components/permissions.tsx";
import { ReviewNote } from "../../components/review-note.tsx";
import { Button } from "../../ui/button.tsx";

const HIDDEN = "firstStepsHidden";

interface Step {
  title: string;
  text: string;
  to: string;
  isDone: boolean;
}

/**
 * The remaining setup steps of a new workspace, in the sequence that leads to the first article fastest. Disappears
 * when all are done, or when the person dismisses it.
 */
export function FirstSteps({ articles }: { articles: readonly Article[] }) {
  const mayConnect = useCan()("change", "integrations");
  const chats = useCollaborationIntegrations().data;
  const channels = useChannels().data;
  const places = useIntegrations().data;
  const [isHidden, setHidden] = useState(() => read() !== null);
  if (!mayConnect || isHidden || !chats || !channels || !places) return null;
  const steps = listSteps({ articles, chats, channels, places });
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const hide = () => {
    write();
    setHidden(true);
  };
  return (
    <section aria-labelledby="first-steps" className="mb-10 rounded-box border border-rule bg-raised p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="first-steps" className="font-serif text-24 font-medium">
          Get started
        </h2>
        <div className="flex items-baseline gap-3 text-13 text-soft">
          {done} of {steps.length} done, one is optional
          <Button look="quiet" size="small" onClick={hide}>
            Hide
          </Button>
        </div>
      </div>
      <ol className="mt-2 divide-y divide-rule">
        {steps.map((step) => (
          <StepItem key={step.title} step={step} isNext={step === next} />
        ))}
        <ModelStep />
      </ol>
      <ReviewNote />
    </section>
  );
}

interface SetupProgress {
  articles: readonly unknown[];
  chats: readonly ConnectedItem[];
  channels: readonly ConnectedItem[];
  places: readonly ConnectedItem[];
}
interface ConnectedItem {
  isActive: boolean;
  /** The reason why the step's integration does not work, such as a refused token. */
  trouble?: string | null;
}

const FROM_EXPORT = {
  text: "Drop a Slack export: its articles appear here in about a minute, without connecting anything.",
  to: "/channels#import",
};
const FROM_CHANNELS = {
  text: "Press Analyze at a channel: everything written there so far is read, and its first articles appear in about a minute.",
  to: "/channels",
};

export function listSteps({ articles, chats, channels, places }: SetupProgress): Step[] {
  const works = ({ isActive, trouble }: ConnectedItem) => isActive && !trouble;
  const isReadable = chats.some(works) && channels.some(({ isActive }) => isActive);
  return [
    {
      title: "See your first articles",
      ...(isReadable ? FROM_CHANNELS : FROM_EXPORT),
      isDone: articles.length > 0,
    },
    {
      title: "Connect Slack, Google Chat or Teams",
      text: "So that articles follow when messages are edited or deleted.",
      to: "/channels",
      isDone: chats.some(works),
    },
    {
      title: "Choose channels",
      text: "Only these are read. Start with the one where people ask for help.",
      to: "/channels",
      isDone: channels.some(({ isActive }) => isActive),
    },
    {
      title: "Connect a knowledge platform",
      text: "Such as Confluence or Notion. Every article is published there and kept up to date.",
      to: "/configuration",
      isDone: places.some(works),
    },
  ];
}

/**
 * Offers a language model. Not counted as a step, because articles are saved without a model too. The text stays, so
 * that the page does not move once the model is known.
 */
function ModelStep() {
  const isDone = Boolean(useCurrentModelEstimate().data?.model);
  return (
    <StepItem
      step={{
        title: "Choose a language model",
        text: "Optional: what is saved in the chat's own words becomes written, checked articles.",
        to: "/settings/language-model",
        isDone,
      }}
      isNext
    />
  );
}

function StepItem({ step, isNext }: { step: Step; isNext: boolean }) {
  return (
    <li className="relative grid grid-cols-[1.5rem_1fr] gap-x-3 py-3">
      {step.isDone ? (
        <CircleCheck className="mt-0.5 size-5 text-done" aria-label="Done" />
      ) : (
        <CircleDashed className="mt-0.5 size-5 text-faint" aria-label="Open" />
      )}
      <div>
        {step.isDone ? (
          <p className="text-soft">{step.title}</p>
        ) : (
          <Link to={step.to} className="font-medium text-link after:absolute after:inset-0">
            {step.title}
          </Link>
        )}
        {isNext && <p className="mt-0.5 text-soft">{step.text}</p>}
      </div>
    </li>
  );
}

function read(): string | null {
  try {
    return localStorage.getItem(HIDDEN);
  } catch {
    return null;
  }
}

function write(): void {
  try {
    localStorage.setItem(HIDDEN, "true");
  } catch {
    // Without storage, it is hidden only until the person leaves the page.
  }
}

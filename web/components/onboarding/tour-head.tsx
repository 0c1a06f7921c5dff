import { clsx } from "clsx";
import type { RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";

interface HeadProps {
  step: number;
  titles: readonly string[];
  title: RefObject<HTMLHeadingElement | null>;
  onSkip: () => void;
  onDismiss: () => void;
}

export function TourHead({ step, titles, title, onSkip, onDismiss }: HeadProps) {
  return (
    <header className="px-6 pt-6">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-13 text-soft tabular-nums">
            Step {step + 1} of {titles.length}
          </p>
          <h2
            id="tour-title"
            ref={title}
            tabIndex={-1}
            className="mt-1 font-serif text-24 font-medium outline-none sm:text-32"
          >
            {titles[step]}
          </h2>
        </div>
        <div className="flex shrink-0 flex-col items-end">
          <Button look="quiet" size="small" onClick={onSkip}>
            Skip Tour
          </Button>
          <Button look="quiet" size="small" onClick={onDismiss}>
            Don't show again
          </Button>
        </div>
      </div>
      <Share of={(step + 1) / titles.length} />
    </header>
  );
}

function Share({ of: share }: { of: number }) {
  return (
    <div className="mt-4 flex items-center gap-3">
      <ProgressBar fraction={share} label="Progress of the tour" />
      <span className="text-13 text-soft tabular-nums">{Math.round(share * 100)}%</span>
    </div>
  );
}

interface StepDotsProps {
  step: number;
  titles: readonly string[];
  onStep: (step: number) => void;
}

export function StepDots({ step, titles, onStep }: StepDotsProps) {
  return (
    <ol className="flex max-sm:order-last max-sm:w-full max-sm:justify-center">
      {titles.map((name, index) => (
        <li key={name}>
          <button
            type="button"
            aria-label={`Step ${index + 1}: ${name}`}
            aria-current={index === step ? "step" : undefined}
            onClick={() => onStep(index)}
            className="grid size-6 place-items-center"
          >
            <span className={clsx("size-2 rounded-full", index === step ? "bg-ink" : "border border-edge")} />
          </button>
        </li>
      ))}
    </ol>
  );
}

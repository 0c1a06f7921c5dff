import { clsx } from "clsx";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { BRAND } from "../../../shared/domain/brand.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { useCan } from "../permissions.tsx";
import { endTour, readTourStep, storeTourStep } from "./onboarding.ts";
import { StepDots, TourHead } from "./tour-head.tsx";
import { TOUR_TITLES, type TourStep, useTourSteps } from "./tour-steps.tsx";

/** On a wide screen the dialog stands in the corner, beside the dashboard's list of first steps. */
export default function Tour({ onDone, onDismiss }: { onDone: () => void; onDismiss: () => void }) {
  const [kept, setStep] = useState(readTourStep);
  const [leaving, setLeaving] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  const steps = useTourSteps();
  const titles = [TOUR_TITLES[0], ...steps.map((one) => one.title), TOUR_TITLES[7]];
  const last = titles.length - 1;
  const step = Math.min(kept, last);
  useEffect(() => forward.current?.focus(), []);

  const goTo = (next: number) => {
    setStep(next);
    storeTourStep(next);
    // The button is disabled at the first step and would lose the focus, so the title gets the focus.
    if (next === 0) title.current?.focus();
  };
  const leave = (how: "completed" | "skipped") => {
    if (leaving) return;
    setLeaving(true);
    endTour(how, onDone);
  };
  const goOn = () => (step === last ? leave("completed") : goTo(step + 1));
  const current = steps[step - 1];
  const mayConnect = useCan()("change", "integrations");

  return (
    <Modal
      open
      onClose={() => leave("skipped")}
      closesOutside={false}
      dims={false}
      labelledBy="tour-title"
      className={clsx(
        "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-xl overflow-y-auto rounded-box border border-rule bg-raised shadow-lift transition-opacity duration-300 lg:mr-8 lg:mb-8 backdrop:bg-paper/85! lg:backdrop:bg-paper/40! backdrop:transition-opacity backdrop:duration-300",
        leaving ? "pointer-events-none opacity-0 backdrop:opacity-0" : "appear",
      )}
    >
      <TourHead step={step} titles={titles} title={title} onSkip={() => leave("skipped")} onDismiss={onDismiss} />
      <div aria-live="polite" className="flex min-h-60 flex-col items-start gap-4 px-6 py-6 text-17">
        {step === 0 && <Welcome isSetup={mayConnect} onStart={goOn} />}
        {current && <Step step={current} onContinue={goOn} />}
        {step === last && <AllSet steps={steps} isSetup={mayConnect} onEnter={goOn} />}
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-rule px-6 py-4">
        <Button disabled={step === 0} onClick={() => goTo(step - 1)}>
          Previous
        </Button>
        <StepDots step={step} titles={titles} onStep={goTo} />
        <Button ref={forward} look="primary" onClick={goOn}>
          {lastWords(step === last, mayConnect)}
        </Button>
      </footer>
    </Modal>
  );
}

const lastWords = (isLast: boolean, isSetup: boolean) => (isLast ? (isSetup ? "Complete Setup" : "Done") : "Next");

/** The tour's first step. `isSetup`: the person sets up the workspace; others join a workspace that is set up. */
function Welcome({ isSetup, onStart }: { isSetup: boolean; onStart: () => void }) {
  return (
    <>
      <p>
        {BRAND} reads the channels you choose, finds the explanations in them and turns them into articles that show
        where every sentence comes from.
      </p>
      <p className="text-soft">
        {isSetup ? "Setup takes under 5 minutes." : "Your team has set it up: you read and ask here."}
      </p>
      <Button look="quiet" className="mt-auto -ml-4" onClick={onStart}>
        Let's Get Started
      </Button>
    </>
  );
}

function Step({ step, onContinue }: { step: TourStep; onContinue: () => void }) {
  return (
    <>
      <p>{step.about}</p>
      <p className="min-h-6 font-medium">{step.here}</p>
      <p className="text-15">
        <Link to={step.link.to} className="text-link font-medium">
          {step.link.label}
        </Link>
        <span className="text-soft"> · the tour waits on the dashboard.</span>
      </p>
      <Button look="quiet" className="mt-auto -ml-4" onClick={onContinue}>
        Continue
      </Button>
    </>
  );
}

/** The tour's last step. Lists unfinished steps, so that 'complete' is never shown wrongly. */
function AllSet({ steps, isSetup, onEnter }: { steps: TourStep[]; isSetup: boolean; onEnter: () => void }) {
  const open = steps.filter(({ isDone }) => !isDone);
  return (
    <>
      <Badge tone="done">
        <CircleCheck className="size-4" aria-hidden="true" />
        {isSetup ? "Setup Complete" : "Ready"}
      </Badge>
      <p>Congratulations! You know your way around {BRAND}.</p>
      {open.length > 0 && (
        <div className="text-15 text-soft">
          <p>You can do these at any time:</p>
          <ul className="mt-1 list-disc pl-5">
            {open.map(({ title, link }) => (
              <li key={title}>
                <Link to={link.to} className="text-link">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button className="mt-auto" onClick={onEnter}>
        Enter Your Dashboard
      </Button>
    </>
  );
}

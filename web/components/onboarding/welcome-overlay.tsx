import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { playWelcome, SLIDE_COUNT } from "./onboarding.ts";
import { WelcomePicture } from "./welcome-picture.tsx";

interface WelcomeOverlayProps {
  firstName: string;
  isNew: boolean;
  onDone: () => void;
  onDismiss: () => void;
}

export default function WelcomeOverlay({ firstName, isNew, onDone, onDismiss }: WelcomeOverlayProps) {
  const [slide, setSlide] = useState(0);
  const [fadeMs, setFadeMs] = useState<number | null>(null);
  const playing = useRef<ReturnType<typeof playWelcome>>(undefined);
  const done = useRef(onDone);
  useEffect(() => {
    playing.current = playWelcome({
      motion: !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
      show: setSlide,
      fade: setFadeMs,
      done: () => done.current(),
    });
    return playing.current.stop;
  }, []);

  const leave = () => fadeMs === null && playing.current?.skip();
  const slides = buildWelcomeSlides(firstName, isNew);
  const [title, text] = slides[slide] ?? ["", ""];
  const isLast = slide === SLIDE_COUNT - 1;
  return (
    <Modal
      open
      onClose={leave}
      closesOutside={false}
      dims={false}
      labelledBy="welcome-title"
      className={clsx(
        "m-0 h-dvh max-h-none w-dvw max-w-none overflow-y-auto bg-paper transition-opacity",
        fadeMs !== null && "pointer-events-none opacity-0",
      )}
      style={fadeMs === null ? undefined : { transitionDuration: `${fadeMs}ms` }}
    >
      <div className="mx-auto flex min-h-full max-w-2xl flex-col justify-center gap-10 px-6 py-10">
        <WelcomePicture slide={slide} />
        <div key={slide} aria-live="polite" className="appear min-h-40 sm:min-h-32">
          <h2 id="welcome-title" className="font-serif text-42 font-medium tracking-[-0.01em]">
            {title}
          </h2>
          <p className="mt-3 text-17 text-soft">{text}</p>
        </div>
        <div className="flex min-h-10 flex-wrap items-center gap-4">
          {isLast && (
            <Button look="primary" onClick={leave}>
              Get Started
            </Button>
          )}
          <Button look="quiet" onClick={leave} className={isLast ? "" : "-ml-4"}>
            Skip Animation
          </Button>
          <Button look="quiet" onClick={onDismiss}>
            Don't show again
          </Button>
          <Dots slide={slide} names={slides.map(([name]) => name)} />
        </div>
      </div>
    </Modal>
  );
}

function Dots({ slide, names }: { slide: number; names: readonly string[] }) {
  return (
    <ol className="ml-auto flex gap-2" aria-label={`Slide ${slide + 1} of ${SLIDE_COUNT}`}>
      {names.map((name, index) => (
        <li
          key={name}
          data-slide={index + 1}
          className={clsx("h-1 w-8 rounded-full", index <= slide ? "bg-ink" : "bg-rule")}
        />
      ))}
    </ol>
  );
}

/**
 * Builds the welcome's slides, which greet the person by first name. `isNew`: an invited colleague on their first
 * visit.
 */
export const buildWelcomeSlides = (firstName: string, isNew = false): [title: string, text: string][] => [
  [
    `${isNew ? "Welcome" : "Welcome back"}, ${firstName || "there"}!`,
    "Answers from your team’s chat, kept as articles with their sources.",
  ],
  ["AI analyzing conversations", "Lorekeep reads the channels you choose and finds the explanations in them."],
  ["Articles being generated", "Each article shows its sources in the margin: who said it, where and when."],
  ["Your dashboard is ready", "See what was read, what was written and what needs a decision, on one page."],
];

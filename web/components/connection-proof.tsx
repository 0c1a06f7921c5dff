import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { ServerSentence } from "../ui/server-sentence.tsx";

interface ConnectionTestProps {
  /** The test's result; undefined until the test was started. */
  result: { works: boolean; message: string } | undefined;
  isRunning: boolean;
  /** The text shown while the test of the connection runs. */
  running: string;
  /** The label of the button that starts the test. */
  start: string;
  /** The sentence that describes what the button does. */
  effect: string;
  onStart: () => void;
  /** Content beside the button, shown after a successful test. */
  next?: ReactNode;
}

/** Tests a connection by using its real functions, and names missing permissions. */
export function ConnectionTest({ result, isRunning, running, start, effect, onStart, next }: ConnectionTestProps) {
  const Icon = result?.works ? CircleCheck : CircleAlert;
  return (
    <div className="flex basis-full flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-box border border-rule bg-raised p-4">
      <output className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        {isRunning ? (
          <span className="text-soft">{running}</span>
        ) : result ? (
          <>
            <Icon
              className={`mt-0.5 size-5 shrink-0 ${result.works ? "text-done" : "text-wrong"}`}
              aria-hidden="true"
            />
            <span className={`min-w-0 wrap-anywhere ${result.works ? "" : "text-wrong"}`}>
              <ServerSentence text={result.message} />
            </span>
          </>
        ) : (
          <span className="text-soft">{effect}</span>
        )}
      </output>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={isRunning} onClick={onStart}>
          {result ? "Try again" : start}
        </Button>
        {result?.works && next}
      </div>
    </div>
  );
}

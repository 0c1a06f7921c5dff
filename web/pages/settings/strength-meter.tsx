import { clsx } from "clsx";
import { Check, Circle } from "lucide-react";
import { PASSWORD_REQUIREMENTS, type PasswordStrength, ratePassword } from "./password-rules.ts";

const TONES: Record<PasswordStrength, string> = {
  "Too short": "text-wrong",
  Weak: "text-wrong",
  Fair: "text-busy",
  Good: "text-done",
  Strong: "text-done",
};
const STEPS = [1, 2, 3, 4, 5];

/** Shows a password's strength as five marks and a word, beside the field's label. Empty without a password. */
export function StrengthMeter({ password }: { password: string }) {
  const strength = ratePassword(password);
  return (
    <output aria-label="Password strength" className="absolute top-0 right-0 flex items-center gap-3 text-13">
      {strength && (
        <>
          <span className={clsx("font-medium", TONES[strength.label])}>{strength.label}</span>
          <span className={clsx("flex w-24 gap-1", TONES[strength.label])} aria-hidden="true">
            {STEPS.map((step) => (
              <span
                key={step}
                className={clsx("h-1.5 flex-1 rounded-full", step <= strength.score ? "bg-current" : "bg-rule")}
              />
            ))}
          </span>
        </>
      )}
    </output>
  );
}

export function PasswordRequirements({ password }: { password: string }) {
  return (
    <>
      <p className="pt-4 text-13 text-soft">Only the length is required. The rest makes a password harder to guess.</p>
      <ul className="flex flex-col gap-2 pt-4">
        {PASSWORD_REQUIREMENTS.map(({ text, isMet }) => {
          const met = isMet(password);
          const Icon = met ? Check : Circle;
          return (
            <li
              key={text}
              data-met={met}
              className={clsx("flex items-center gap-2.5", met ? "text-done" : "text-soft")}
            >
              <Icon className="size-4 shrink-0" aria-hidden="true" />
              {text}
              {met && <span className="sr-only">: met</span>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

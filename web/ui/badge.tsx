import { clsx } from "clsx";
import type { ReactNode } from "react";

const BADGE = "inline-flex items-center gap-1.5 rounded-box px-2 py-0.5 text-12 font-medium whitespace-nowrap";
const TONES = {
  neutral: "bg-sunken text-soft",
  done: "bg-done-wash text-done",
  busy: "bg-busy-wash text-busy",
  wrong: "bg-wrong-wash text-wrong",
  outline: "border border-rule text-soft",
};

export type BadgeTone = keyof typeof TONES;

export function Badge({ tone = "neutral", children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return <span className={clsx(BADGE, TONES[tone])}>{children}</span>;
}

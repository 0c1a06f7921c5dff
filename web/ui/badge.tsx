import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

const badgeClass = cva(
  "inline-flex items-center gap-1.5 rounded-box px-2 py-0.5 text-12 font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "bg-sunken text-soft",
        done: "bg-done-wash text-done",
        busy: "bg-busy-wash text-busy",
        wrong: "bg-wrong-wash text-wrong",
        outline: "border border-rule text-soft",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeClass>["tone"]>;

export function Badge({ tone, children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={badgeClass({ tone })}>{children}</span>;
}

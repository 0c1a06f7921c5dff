/** Shown while a whole area loads; `label` names it. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className="flex min-h-60 items-center justify-center gap-3 text-soft">
      <svg viewBox="0 0 20 20" className="size-5 animate-spin" aria-hidden="true">
        <circle cx="10" cy="10" r="8" fill="none" stroke="var(--rule)" strokeWidth="2" />
        <path d="M10 2a8 8 0 0 1 8 8" fill="none" stroke="var(--accent)" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label}
    </output>
  );
}

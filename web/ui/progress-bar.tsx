/** `fraction` is null while the total is unknown. */
export function ProgressBar({ fraction, label }: { fraction: number | null; label: string }) {
  return (
    <progress className="progress" aria-label={label} max={1} {...(fraction === null ? {} : { value: fraction })} />
  );
}

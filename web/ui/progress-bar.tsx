/** `fraction` null: it is not known yet how much there is to do. */
export function ProgressBar({ fraction, label }: { fraction: number | null; label: string }) {
  return (
    <progress className="progress" aria-label={label} max={1} {...(fraction === null ? {} : { value: fraction })} />
  );
}

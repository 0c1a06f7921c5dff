/**
 * Shown below the buttons while an integration is being tested. `platform` is null when no test runs. The element always exists,
 * so that the buttons do not move.
 */
export function TestProgress({ platform }: { platform: string | null }) {
  return (
    <output className="w-0 min-w-full text-13 text-soft empty:hidden">
      {platform !== null && `Testing ${platform}. This takes up to 30 seconds.`}
    </output>
  );
}

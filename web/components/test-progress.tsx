/** Said below the buttons, which stay where they are, for as long as a test of an integration runs; null when none does. */
export function TestProgress({ platform }: { platform: string | null }) {
  return (
    <output className="w-0 min-w-full text-13 text-soft empty:hidden">
      {platform !== null && `Testing ${platform}. This takes up to 30 seconds.`}
    </output>
  );
}

type Rule = readonly [pattern: RegExp, name: string];

/** The first match wins, because most browsers also name other browsers in their user agent. */
const BROWSERS: readonly Rule[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*Safari\//, "Safari"],
  [/^(?:curl|Wget|python|node|Go-http)/i, "A program"],
];
const SYSTEMS: readonly Rule[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** Describes the browser and the system of a user agent in words: 'Firefox on Windows'. */
export function describeDevice(userAgent: string | null): string {
  const named = (rules: readonly Rule[]) => rules.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const found = [named(BROWSERS), named(SYSTEMS)].filter((name) => name !== undefined);
  return found.length > 0 ? found.join(" on ") : "Unknown device";
}

/**
 * Shortens a network address to three of four numbers, or to three groups of IPv6. The rest is enough to recognise an
 * unfamiliar network.
 */
export function shortenNetwork(ip: string | null): string | null {
  if (ip === null || ip === "") return null;
  const v4 = /(?:^|:)(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(ip)?.[1];
  if (v4) return `${v4}.…`;
  if (ip === "::1") return "this computer";
  const groups = ip.split("::")[0]?.split(":").filter(Boolean).slice(0, 3) ?? [];
  return groups.length > 0 ? `${groups.join(":")}:…` : null;
}

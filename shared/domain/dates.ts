/** Languages in which dates can be written, each with an example. */
export const DATE_LOCALES = [
  "en-GB",
  "en-US",
  "de-DE",
  "es-ES",
  "fr-FR",
  "it-IT",
  "nl-NL",
  "pl-PL",
  "pt-BR",
  "sv-SE",
  "ja-JP",
] as const;
export type DateLocale = (typeof DATE_LOCALES)[number];

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** Ids that differ in their last digits. */
export const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
/** A time in November 2026, in the contract's form. */
export const sampleTime = (day: string, time = "09:00") => `2026-11-${day}T${time}:00.000Z`;

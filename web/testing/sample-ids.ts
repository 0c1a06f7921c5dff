/** Ids are told apart by their last digits. */
export const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
/** A moment of November 2026, as the contract writes it. */
export const at = (day: string, time = "09:00") => `2026-11-${day}T${time}:00.000Z`;

import { CHECK_FREQUENCY_MINUTES } from "../../../shared/domain/detection.ts";

const { min, max, formDefault } = CHECK_FREQUENCY_MINUTES;

/** Reads the entered minutes as an integer. Anything else becomes the form's default. */
export function readFrequency(typed: string): number {
  const minutes = Number.parseInt(typed, 10);
  return Number.isNaN(minutes) ? formDefault : minutes;
}

export const findFrequencyProblem = (minutes: number) =>
  minutes < min || minutes > max ? `Choose from ${min} to ${max} minutes.` : undefined;

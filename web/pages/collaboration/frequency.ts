import { CHECK_FREQUENCY_MINUTES } from "../../../shared/domain/detection.ts";

const { min, max, formDefault } = CHECK_FREQUENCY_MINUTES;

/** The entered minutes as an integer; the form's default for anything that is not a number. */
export function readFrequency(typed: string): number {
  const minutes = Number.parseInt(typed, 10);
  return Number.isNaN(minutes) ? formDefault : minutes;
}

export const findFrequencyProblem = (minutes: number) =>
  minutes < min || minutes > max ? `Choose from ${min} to ${max} minutes.` : undefined;

import { useState } from "react";
import { MIN_MESSAGE_LENGTH } from "../../../shared/domain/detection.ts";
import { type DetectionValues, useSaveSettings, useSettings } from "../../api/settings.ts";

/** What is in the form: the length as text, since a person may be half-way through typing it. */
export interface DetectionDraft {
  sensitivity: number;
  minMessageLength: string;
  detectionKeywords: string[];
}

const draftOf = (values: DetectionValues): DetectionDraft => ({
  ...values,
  minMessageLength: String(values.minMessageLength),
});

/** The form over the stored settings. What is not a number falls back to the page's own `fallbackLength`. */
export function useDetectionDraft(fallbackLength: number) {
  const settings = useSettings();
  const saving = useSaveSettings();
  const [changed, setChanged] = useState<DetectionDraft | null>(null);
  const stored = settings.data;
  const draft = changed ?? (stored && draftOf(stored));

  const change = (part: Partial<DetectionDraft>) => draft && setChanged({ ...draft, ...part });
  const lengthOf = (text: string) => {
    const length = Number.parseInt(text, 10);
    return Number.isNaN(length) ? fallbackLength : length;
  };
  const { min, max } = MIN_MESSAGE_LENGTH;
  const length = draft && lengthOf(draft.minMessageLength);
  const lengthProblem =
    length !== undefined && (length < min || length > max) ? `Give a length from ${min} to ${max}.` : undefined;
  return {
    settings,
    draft,
    change,
    fill: (values: DetectionValues) => setChanged(draftOf(values)),
    leaveLength: () => draft && change({ minMessageLength: String(lengthOf(draft.minMessageLength)) }),
    lengthProblem,
    isChanged: changed !== null,
    isSaving: saving.isPending,
    /** Why the last save failed; null otherwise. */
    error: saving.error,
    save: async () => {
      if (!draft) return;
      if (lengthProblem) throw new Error(lengthProblem);
      const { sensitivity, minMessageLength, detectionKeywords } = draft;
      await saving.mutateAsync({ sensitivity, detectionKeywords, minMessageLength: lengthOf(minMessageLength) });
      setChanged(null);
    },
  };
}

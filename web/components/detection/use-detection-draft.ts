import { useState } from "react";
import { type DetectionSettings, MIN_MESSAGE_LENGTH } from "../../../shared/domain/detection.ts";
import { useSaveSettings, useSettings } from "../../api/settings.ts";

/** The values of the form. The length is a text, because a person may have typed only a part of the number. */
export interface DetectionDraft {
  sensitivity: number;
  minMessageLength: string;
  detectionKeywords: string[];
}

const draftOf = (values: DetectionSettings): DetectionDraft => ({
  ...values,
  minMessageLength: String(values.minMessageLength),
});

/**
 * The form's state, on top of the stored settings. If the length is not a number, the page's `fallbackLength` is used.
 */
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
    fill: (values: DetectionSettings) => setChanged(draftOf(values)),
    leaveLength: () => draft && change({ minMessageLength: String(lengthOf(draft.minMessageLength)) }),
    lengthProblem,
    isChanged: changed !== null,
    isSaving: saving.isPending,
    /** The error of the last save; null if it succeeded. */
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

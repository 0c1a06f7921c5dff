import { DEFAULT_DETECTION_SETTINGS, SENSITIVITY } from "../../../shared/domain/detection.ts";
import { KeywordEditor } from "../../components/detection/keyword-editor.tsx";
import { LengthInput } from "../../components/detection/length-input.tsx";
import { SensitivitySlider } from "../../components/detection/sensitivity-slider.tsx";
import { useDetectionDraft } from "../../components/detection/use-detection-draft.ts";
import { PermittedForm } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { SaveError } from "../../ui/save-problem.tsx";

export function DetectionSettings() {
  const form = useDetectionDraft(DEFAULT_DETECTION_SETTINGS.minMessageLength);
  const save = () =>
    form.save().then(
      () => showToast({ title: "Settings updated", text: "The next analysis uses them." }),
      () => showToast({ title: "Error", text: "Failed to update settings.", tone: "destructive" }),
    );
  return (
    <Section title="AI Detection Settings">
      <PermittedForm change="settings">
        <QueryView query={form.settings} loading={<div className="late skeleton mt-4 h-48" />}>
          {() =>
            form.draft && (
              <div className="grid gap-x-14 gap-y-6 pt-5 lg:grid-cols-2">
                <div className="flex flex-col gap-6">
                  <SensitivitySlider
                    value={form.draft.sensitivity}
                    onChange={(sensitivity) => form.change({ sensitivity })}
                    reading={`${form.draft.sensitivity}/${SENSITIVITY.max}`}
                  />
                  <LengthInput
                    value={form.draft.minMessageLength}
                    onChange={(minMessageLength) => form.change({ minMessageLength })}
                    onLeave={form.leaveLength}
                    problem={form.lengthProblem}
                  />
                </div>
                <KeywordEditor
                  keywords={form.draft.detectionKeywords}
                  onChange={(detectionKeywords) => form.change({ detectionKeywords })}
                />
                <div className="flex flex-col items-start gap-3">
                  <SaveError error={form.error} />
                  <Button look="primary" disabled={form.isSaving} onClick={() => void save()}>
                    {form.isSaving ? "Saving..." : "Save AI Settings"}
                  </Button>
                  <UnsavedGuard when={form.isChanged} />
                </div>
              </div>
            )
          }
        </QueryView>
      </PermittedForm>
    </Section>
  );
}

import { DASHBOARD_RESET_SETTINGS } from "../../../shared/domain/detection.ts";
import { KeywordEditor } from "../../components/detection/keyword-editor.tsx";
import { LengthInput } from "../../components/detection/length-input.tsx";
import { SensitivitySlider } from "../../components/detection/sensitivity-slider.tsx";
import { useDetectionDraft } from "../../components/detection/use-detection-draft.ts";
import { PermittedForm } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { SaveError } from "../../ui/save-problem.tsx";

export default function DetectionCard() {
  const form = useDetectionDraft(DASHBOARD_RESET_SETTINGS.minMessageLength);
  const save = () =>
    form.save().then(
      () => showToast({ title: "Settings saved", text: "The next analysis uses them." }),
      () => showToast({ title: "Error", text: "Failed to save settings. Please try again.", tone: "destructive" }),
    );
  return (
    <Section title="AI Detection Settings">
      <PermittedForm change="settings">
        <QueryView query={form.settings} loading={<div className="late skeleton mt-4 h-72" />}>
          {({ lastUpdated }) =>
            form.draft && (
              <div className="flex flex-col gap-6 pt-4">
                <SensitivitySlider
                  value={form.draft.sensitivity}
                  onChange={(sensitivity) => form.change({ sensitivity })}
                />
                <LengthInput
                  value={form.draft.minMessageLength}
                  onChange={(minMessageLength) => form.change({ minMessageLength })}
                  onLeave={form.leaveLength}
                  problem={form.lengthProblem}
                />
                <KeywordEditor
                  keywords={form.draft.detectionKeywords}
                  onChange={(detectionKeywords) => form.change({ detectionKeywords })}
                />
                <SaveError error={form.error} />
                <div className="flex flex-wrap gap-3">
                  <Button look="primary" disabled={form.isSaving} onClick={() => void save()}>
                    Save Settings
                  </Button>
                  <Button look="quiet" onClick={() => form.fill(DASHBOARD_RESET_SETTINGS)}>
                    Reset to Defaults
                  </Button>
                </div>
                <p className="text-13 text-faint">
                  Last updated: {lastUpdated ? formatDateTime(lastUpdated) : "Never"}
                </p>
                <UnsavedGuard when={form.isChanged} />
              </div>
            )
          }
        </QueryView>
      </PermittedForm>
    </Section>
  );
}

/** A workspace's AI Detection Settings. */
export interface DetectionSettings {
  /** From 1 (conservative: few, certain articles) to 10 (aggressive). */
  sensitivity: number;
  /** The least number of characters. Shorter messages do not count as evidence of knowledge. */
  minMessageLength: number;
  detectionKeywords: string[];
}

/** Detection settings: limits and the three presets. */
export const SENSITIVITY = { min: 1, max: 10 } as const;
/**
 * The sensitivity with the best balance between found knowledge and wrong finds. Figures about the engine refer to it.
 */
export const BALANCED_SENSITIVITY = 8;
/**
 * Measured results for each sensitivity from 1 on, in percent. `caught`: the share of knowledge that is found. `wrong`:
 * the share of found conversations without knowledge, if 15 of 100 conversations have some. Measured on labelled
 * messages of communities on which the engine was not trained (`npm run evaluate -- --task detection`, docs/engine.md).
 */
export const OPERATING_POINTS: readonly { caught: number; wrong: number }[] = [
  { caught: 38, wrong: 23 },
  { caught: 49, wrong: 25 },
  { caught: 56, wrong: 32 },
  { caught: 62, wrong: 36 },
  { caught: 67, wrong: 36 },
  { caught: 75, wrong: 42 },
  { caught: 81, wrong: 45 },
  { caught: 87, wrong: 55 },
  { caught: 91, wrong: 58 },
  { caught: 94, wrong: 66 },
];
/** The minimum and maximum that both forms and the server accept. */
export const MIN_MESSAGE_LENGTH = { min: 10, max: 500 } as const;
export const DEFAULT_KEYWORDS = ["how to", "step by step", "tutorial", "guide"] as const;

/** Settings before the first save. */
export const DEFAULT_DETECTION_SETTINGS = {
  sensitivity: 8,
  minMessageLength: 20,
  detectionKeywords: [...DEFAULT_KEYWORDS],
};
/** Values that 'Reset to Defaults' on the dashboard fills in. */
export const DASHBOARD_RESET_SETTINGS = {
  sensitivity: 7,
  minMessageLength: 50,
  detectionKeywords: [...DEFAULT_KEYWORDS],
};

export const CHECK_FREQUENCY_MINUTES = { min: 5, max: 1440, listDefault: 10, formDefault: 60 } as const;
export const CHECK_FREQUENCY_OPTIONS = [5, 10, 15, 30, 60, 120, 360, 720, 1440] as const;
/** Number of a channel's newest messages that the dashboard's test reads. */
export const TEST_ANALYSIS_MESSAGES = 10;
/** The end of a channel's status after an analysis without result. */
export const NO_NEW_ARTICLE_STATUS = "no new article";

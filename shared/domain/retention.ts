/** Numbers of days that the form offers beside a free choice. */
export const USUAL_KEEP_DAYS = [30, 90, 365] as const;

export const KEEP_DAYS = { min: 1, max: 3650 } as const;

/** Days that the form offers beside a number of one's own. */
export const USUAL_KEEP_DAYS = [30, 90, 365] as const;

export const KEEP_DAYS = { min: 1, max: 3650 } as const;

/** The periods that the form suggests. A person may enter any other number of days. */
export const SUGGESTED_KEEP_DAYS = [30, 90, 365] as const;

export const KEEP_DAYS = { min: 1, max: 3650 } as const;

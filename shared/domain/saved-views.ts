/** The most saved views of one person in one workspace. */
export const MOST_SAVED_VIEWS = 30;

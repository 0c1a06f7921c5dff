/** What the key beside the space bar is called here. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";

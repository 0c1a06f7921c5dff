import manifest from "../package.json" with { type: "json" };

/** The running release, such as '0.2.0'. */
export const VERSION: string = manifest.version;

/** The version of this program, read from its package.json. */
import manifest from "../package.json" with { type: "json" }

export const version: string = manifest.version

/** The version of this program, as its package has it. */
import manifest from "../package.json" with { type: "json" }

export const version: string = manifest.version

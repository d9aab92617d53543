/** The kinds that `pnpm new` makes. */
import type { Kind } from "../kind.ts"
import { toolStep } from "./tool-step.ts"

export const kinds: ReadonlyArray<Kind> = [toolStep]

/** Not made yet; copy a neighbour meanwhile. */
export const later: ReadonlyArray<string> = ["trigger", "plugin", "feature"]

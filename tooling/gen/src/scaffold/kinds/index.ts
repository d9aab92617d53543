/** The kinds that `pnpm new` makes. */
import type { Kind } from "../kind.ts"
import { toolStep } from "./tool-step.ts"
import { trigger } from "./trigger.ts"

export const kinds: ReadonlyArray<Kind> = [toolStep, trigger]

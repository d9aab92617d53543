/**
 * The span around the run of a step, for `Runner.layer`. A separate module, so that programs without tracing do not
 * bundle it.
 */
import * as Effect from "effect/Effect"

import type { Traced } from "./Runner.ts"

/** The span is named after the step and has the account as an attribute. */
export const inSpan: Traced = ({ step, account }, run) =>
  Effect.withSpan(run, `step ${step}`, { attributes: { account } })

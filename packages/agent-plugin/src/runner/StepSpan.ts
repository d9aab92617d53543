/** The span around the run of a step, for `Runner.layer`. Apart from it, so that who traces nothing does not carry it. */
import * as Effect from "effect/Effect"

import type { Traced } from "./Runner.ts"

/** Named by the step, with the account as its attribute. */
export const inSpan: Traced = ({ step, account }, run) =>
  Effect.withSpan(run, `step ${step}`, { attributes: { account } })

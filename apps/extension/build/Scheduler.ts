/** Replaces `effect/Scheduler` in the worker, whose every fiber uses the scheduler for browsers. */
import * as Context from "effect/Context"
import type { Scheduler as EffectScheduler } from "effect/Scheduler"

import { makeScheduler } from "../browser/scheduler.ts"

export { MaxOpsBeforeYield, MixedScheduler, PreventSchedulerYield } from "effect/Scheduler"

export const Scheduler = /* @__PURE__ */ Context.Reference<EffectScheduler>("effect/Scheduler", {
  defaultValue: makeScheduler
})

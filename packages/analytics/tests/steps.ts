/** Test setup for one step: the world of `world.ts`, without the step's id in every call. */
import type { StepInfo } from "@inlay/agent-plugin/ToolStep"

import { world } from "./world.ts"

export const stepWorld = ({ id }: Pick<StepInfo, "id">) => {
  const { run, failure, ...rest } = world()
  return {
    ...rest,
    run: (input: unknown) => run(id, input),
    /** The reason of a run that must fail. */
    reason: async (input: unknown) => (await failure(id, input)).reason
  }
}

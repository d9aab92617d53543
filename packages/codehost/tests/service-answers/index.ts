/** All responses that `service-answers.test.ts` checks. */
import type { ServiceAnswer } from "./answer.ts"
import { failures } from "./failures.ts"
import { inputs } from "./inputs.ts"
import { rights } from "./rights.ts"
import { sizes } from "./sizes.ts"
import { states } from "./states.ts"
import { waits } from "./waits.ts"

export const serviceAnswers: ReadonlyArray<ServiceAnswer> = [
  ...rights,
  ...states,
  ...sizes,
  ...inputs,
  ...waits,
  ...failures
]

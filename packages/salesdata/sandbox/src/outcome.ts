// What came of one operation: its answer, and what was charged for it.

import type { Answer } from "@inlay/sandbox-kit/wire"

export interface Outcome {
  readonly answer: Answer<string>
  /** Credits. */
  readonly charged: number
  /** The `id` of what they were charged for; null where nothing was. */
  readonly item: string | null
}

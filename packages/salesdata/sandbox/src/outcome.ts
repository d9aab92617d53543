// The outcome of an operation: its response, and what was charged for it.

import type { Answer } from "@inlay/sandbox-kit/wire"

export interface Outcome {
  readonly answer: Answer<string>
  /** Credits. */
  readonly charged: number
  /** The `id` of the charged item; null if nothing was charged. */
  readonly item: string | null
}

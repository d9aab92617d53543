/** What those who remove old rows in many small transactions share. */
import * as Duration from "effect/Duration"

/** The pause after a transaction, for webhooks and calls: there may be hundreds of thousands of rows to remove. */
export const REMOVAL_PAUSE = Duration.millis(100)

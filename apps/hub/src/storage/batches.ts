/** Removes old rows in many small transactions. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The pause after a transaction, for webhooks and calls: there may be hundreds of thousands of rows to remove. */
const PAUSE = Duration.millis(100)

/**
 * Returns how many rows were removed.
 * @param size the rows of one transaction: SQLite allows no other write in the meantime
 * @param remove removes up to so many rows, and returns their number
 */
export const removeInBatches = Effect.fnUntraced(function* <E, R>(
  size: number,
  remove: (limit: number) => Effect.Effect<number, E, R>,
  most = Infinity
) {
  let count = 0
  while (count < most) {
    const removedCount = yield* remove(Math.min(size, most - count))
    count += removedCount
    if (removedCount < size) break
    yield* Effect.sleep(PAUSE)
  }
  return count
})

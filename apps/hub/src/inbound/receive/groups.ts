/**
 * Groups rows that arrive while others are being written into the next write, so a burst of deliveries costs few
 * commits. Each row is finished when its own group is, and a row that fails does not fail the others.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { SqlError } from "effect/sql/SqlError"

/** Limits of one group: other writers wait for it, and its rows are in memory twice. */
const MAX_ROWS = 64
/** A single row may be longer. */
export const MAX_BYTES = 4_194_304

/** Returns, by row, why it could not be written. Fails if no row could be written. */
export type WriteGroup<A> = (
  rows: Arr.NonEmptyReadonlyArray<A>
) => Effect.Effect<ReadonlyArray<SqlError | undefined>, SqlError>

interface WaitingRow<A> {
  readonly row: A
  readonly finish: (exit: Exit.Exit<void, SqlError>) => void
}

/** @param bytesOf roughly how much memory a row takes */
export const make = <A>(write: WriteGroup<A>, bytesOf: (row: A) => number) => {
  let waiting: Array<WaitingRow<A>> = []
  let isWriting = false

  const nextGroup = (): ReadonlyArray<WaitingRow<A>> => {
    let bytes = 0
    let end = 0
    for (const { row } of waiting) {
      bytes += bytesOf(row)
      if (end > 0 && (end === MAX_ROWS || bytes > MAX_BYTES)) break
      end += 1
    }
    const group = waiting.slice(0, end)
    waiting = waiting.slice(end)
    return group
  }

  const drain = Effect.gen(function* () {
    for (let group = nextGroup(); Arr.isReadonlyArrayNonEmpty(group); group = nextGroup()) {
      const exit = yield* Effect.exit(write(Arr.map(group, ({ row }) => row)))
      group.forEach(({ finish }, at) => {
        const problem = Exit.isSuccess(exit) ? exit.value[at] : undefined
        finish(problem === undefined ? Exit.asVoid(exit) : Exit.fail(problem))
      })
    }
    isWriting = false
  })

  return (row: A): Effect.Effect<void, SqlError> =>
    Effect.callback((resume) => {
      waiting.push({ row, finish: resume })
      if (isWriting) return
      isWriting = true
      // Rows that arrive in the same turn of the event loop join.
      setImmediate(() => Effect.runFork(drain))
    })
}

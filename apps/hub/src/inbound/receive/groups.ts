/**
 * Rows that come while others are written share the next write: a burst of deliveries costs a few commits. Each is kept once
 * its own group is, and one that fails takes no other with it.
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { SqlError } from "effect/sql/SqlError"

/** How much one group holds at most: other writers wait for it, and its rows stand twice in memory. */
const MAX_ROWS = 64
/** One row alone may be longer. */
export const MAX_BYTES = 4_194_304

/** By row, why it could not be written; fails where none of them was. */
export type WriteGroup<A> = (
  rows: Arr.NonEmptyReadonlyArray<A>
) => Effect.Effect<ReadonlyArray<SqlError | undefined>, SqlError>

interface Waiting<A> {
  readonly row: A
  readonly finish: (exit: Exit.Exit<void, SqlError>) => void
}

/** @param bytesOf about how much memory a row takes */
export const make = <A>(write: WriteGroup<A>, bytesOf: (row: A) => number) => {
  let waiting: Array<Waiting<A>> = []
  let isWriting = false

  const nextGroup = (): ReadonlyArray<Waiting<A>> => {
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
      // What else came in this turn of the event loop joins.
      setImmediate(() => Effect.runFork(drain))
    })
}

/**
 * Writes with the same scopes that wait for their turn share one transaction: a hundred reservations of a purse take
 * one `BEGIN`, one lock and one commit. Writes succeed once they are committed, in the order in which they arrived. If
 * one fails, all are rolled back, and each runs again in a transaction of its own.
 */
import { CallEnd } from "@inlay/sql-stores/call-end"
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { concernsEveryWrite } from "./connection.ts"
import type { InScopes } from "./scopes.ts"

/** The largest group. Other servers wait while it runs. */
const MAX_WRITES = 64

interface Write {
  readonly statements: Effect.Effect<unknown, unknown>
  readonly context: Context.Context<never>
  readonly outcome: Deferred.Deferred<unknown, unknown>
}

export const make = ({ transactionService }: SqlClient, inScopes: InScopes): InScopes => {
  /** Groups whose turn has not come, by their scopes. */
  const waiting = new Map<string, Set<Write>>()

  const finish = ({ outcome }: Write, exit: Exit.Exit<unknown, unknown>) => Deferred.doneUnsafe(outcome, exit)

  /**
   * Runs the writes in a transaction that holds the scopes. Fails with the first failure, which rolls all of them back.
   */
  const runAll = Effect.fnUntraced(function* (writes: ReadonlyArray<Write>) {
    const services = yield* Effect.context()
    const results: Array<unknown> = []
    for (const { statements, context } of writes) {
      results.push(yield* Effect.provideContext(statements, Context.merge(context, services)))
    }
    return results
  })

  const runAlone = (scopes: ReadonlyArray<string>, write: Write) =>
    Effect.map(Effect.exit(Effect.provideContext(inScopes(scopes, write.statements), write.context)), (exit) =>
      finish(write, exit)
    )

  /**
   * Whether the writes can be run one by one: one of them failed while the database takes others, and nothing was
   * committed.
   */
  const canRunAlone = (hasEnded: boolean, cause: Cause.Cause<unknown>): boolean =>
    !hasEnded && !cause.reasons.some((reason) => reason._tag === "Fail" && concernsEveryWrite(reason.error))

  const commit = (scopes: ReadonlyArray<string>, key: string, group: Set<Write>) => {
    let hasEnded = false
    const whole = inScopes(
      scopes,
      Effect.suspend(() => {
        if (waiting.get(key) === group) waiting.delete(key)
        return Effect.tap(runAll([...group]), () =>
          Effect.sync(() => {
            hasEnded = true
          })
        )
      })
    )
    return Effect.flatMap(Effect.exit(whole), (exit) => {
      if (waiting.get(key) === group) waiting.delete(key)
      const all = [...group]
      if (Exit.isSuccess(exit)) {
        return Effect.sync(() => all.forEach((write, at) => finish(write, Exit.succeed(exit.value[at]))))
      }
      return all.length > 1 && canRunAlone(hasEnded, exit.cause)
        ? Effect.forEach(all, (write) => runAlone(scopes, write), { discard: true })
        : Effect.sync(() => all.forEach((write) => finish(write, exit)))
    })
  }

  return <A, E, R>(
    scopes: ReadonlyArray<string>,
    statements: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | SqlError, R> =>
    Effect.withFiber<A, E | SqlError, R>((fiber) => {
      const { context } = fiber
      const isInside = Context.getOrUndefined(context, transactionService) !== undefined
      // A call with a deadline waits by its own clock.
      if (isInside || scopes.length === 0 || Number.isFinite(fiber.getRef(CallEnd))) return inScopes(scopes, statements)
      const key = JSON.stringify([...new Set(scopes)].sort())
      const before = waiting.get(key)
      const group = before !== undefined && before.size < MAX_WRITES ? before : new Set<Write>()
      const outcome = Deferred.makeUnsafe<unknown, unknown>()
      // The services it requires are in `context`.
      const write: Write = { statements: statements as Effect.Effect<A, E>, context, outcome }
      group.add(write)
      if (group !== before) {
        waiting.set(key, group)
        Effect.runFork(commit(scopes, key, group))
      }
      const completion = Deferred.await(outcome) as Effect.Effect<A, E | SqlError>
      // An interrupted write is removed if its turn has not come; otherwise it is completed first.
      return Effect.onInterrupt(completion, () =>
        waiting.get(key) === group && group.delete(write) ? Effect.void : Effect.exit(completion)
      )
    })
}

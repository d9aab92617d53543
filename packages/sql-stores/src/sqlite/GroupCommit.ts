/**
 * Group commit: a single writer per database puts the writes of all fibers that wait at the same time into one
 * transaction, so that a hundred small writes cost one commit. Each write succeeds once it is committed, in the order
 * of arrival; one that fails is rolled back alone. A group is short, and the event loop is free between two groups.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { SqlClient } from "effect/sql/SqlClient"
import { SqlError, UnknownError } from "effect/sql/SqlError"

import { CallEnd, millisOf } from "../call-end.ts"
import * as LockWait from "./lock-wait.ts"

/** The single writer of a file. Writes that wait at the same time share a commit. */
export interface GroupCommit {
  /**
   * Runs statements and nothing else, because every writer would have to wait for anything else. Inside a transaction,
   * they become part of it. If interrupted before their turn, they are not run; after that, they are completed first.
   */
  readonly write: <A, E, R>(statements: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>
  /**
   * As `write`, but a group that has only such writes does not wait for the disk, and such a write is committed on its
   * own if no other waits.
   */
  readonly writeSoon: <A, E, R>(statements: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>
}

/** The limits of a group, so that neither this process nor another one waits long for it. */
const MAX_WRITES = 256
const MAX_MILLIS = 8

type AnyExit = Exit.Exit<unknown, unknown>

interface Write {
  readonly statements: Effect.Effect<unknown, unknown>
  readonly context: Context.Context<never>
  /** Whether the write must be on the disk before it succeeds. */
  readonly isSynced: boolean
  readonly wait: LockWait.Wait
  readonly finish: (exit: AnyExit) => void
}

interface Done {
  readonly write: Write
  readonly exit: AnyExit
}

/** What the writer needs from a connection. */
export interface Options {
  readonly transactionService: SqlClient["transactionService"]
  /**
   * Runs a transaction that is not yet on the disk when it succeeds, or a savepoint inside one. Fails at once if
   * another program holds the file.
   */
  readonly transaction: SqlClient["withTransaction"]
  /** Brings what was committed to the disk. */
  readonly sync: Effect.Effect<void, SqlError>
  /** Brings it to the disk within a second. Returns at once. */
  readonly syncSoon: Effect.Effect<void>
  /** Whether a transaction is open. On some errors, such as a full disk, SQLite itself ends it. */
  readonly isTransaction: () => boolean
  readonly lock: LockWait.Lock
}

const transactionEnded = new SqlError({
  reason: new UnknownError({ message: "SQLite ended the transaction", operation: "execute", cause: undefined })
})

/** Makes a writer that lives until its scope is closed. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const { transactionService, transaction, sync, syncSoon, isTransaction, lock } = options
  const clock = yield* Clock.Clock
  const queue = new Set<Write>()
  let writing: Fiber.Fiber<void> | undefined
  /** Groups that are committed and wait for the disk, while the next group is written. */
  const syncing = new Set<Fiber.Fiber<void>>()
  /**
   * Whether a write was committed on its own in this turn of the event loop. Later ones in the same turn form a group.
   */
  let isTurnUsed = false

  /** Runs the queue inside an open transaction, as much of it as fits into one group. */
  const runQueue = Effect.fnUntraced(function* (waiters: Array<Done>, isSynced: boolean) {
    const services = yield* Effect.context()
    const endMillis = millisOf(clock) + MAX_MILLIS
    const isAlone = queue.size === 1
    for (const write of queue) {
      // This write arrived while the group was running, and starts the next group.
      if (write.isSynced && !isSynced) return
      queue.delete(write)
      // A single write needs no savepoint, because it fails together with its transaction.
      const statements = isAlone ? write.statements : transaction(write.statements)
      const exit = yield* Effect.exit(Effect.provideContext(statements, Context.merge(write.context, services)))
      waiters.push({ write, exit })
      if (Exit.isFailure(exit) && (isAlone || !isTransaction())) return yield* exit
      if (!isTransaction()) return yield* transactionEnded
      if (isAlone || waiters.length >= MAX_WRITES || millisOf(clock) >= endMillis) return
    }
  })

  /** @param exit the outcome of the writes' transaction, or of bringing it to the disk */
  const finishGroup = (waiters: ReadonlyArray<Done>, exit: AnyExit) => {
    for (const { write, exit: own } of waiters) write.finish(Exit.isSuccess(own) && Exit.isFailure(exit) ? exit : own)
  }

  const finishSynced = (waiters: ReadonlyArray<Done>) => {
    const fiber = Effect.runFork(Effect.map(Effect.exit(sync), (exit) => finishGroup(waiters, exit)))
    syncing.add(fiber)
    fiber.addObserver(() => syncing.delete(fiber))
  }

  /** Commits one group. Returns the failure if the group could not begin. */
  const commit = Effect.suspend(() => {
    const waiters: Array<Done> = []
    const isSynced = [...queue].some((write) => write.isSynced)
    let isBegun = false
    const group = Effect.suspend(() => {
      isBegun = true
      return runQueue(waiters, isSynced)
    })
    return Effect.map(Effect.exit(isSynced ? transaction(group) : Effect.tap(transaction(group), syncSoon)), (exit) => {
      const waitsForDisk = isSynced && Exit.isSuccess(exit)
      const { ready = [], waiting = [] } = Object.groupBy(waiters, ({ write }) =>
        waitsForDisk && write.isSynced ? "waiting" : "ready"
      )
      finishGroup(ready, exit)
      if (waiting.length > 0) finishSynced(waiting)
      return isBegun || Exit.isSuccess(exit) ? undefined : exit
    })
  })

  const finishAll = (writes: Iterable<Write>, exit: (write: Write) => AnyExit) => {
    for (const write of writes) {
      queue.delete(write)
      write.finish(exit(write))
    }
  }

  /**
   * Handles a group that could not begin: fails every write or, if another program holds the file, those that have
   * waited too long.
   */
  const refuse = (exit: Exit.Failure<unknown, unknown>, busyError: SqlError | undefined) => {
    if (busyError === undefined) return finishAll([...queue], () => exit)
    const nowMillis = millisOf(clock)
    const late = [...queue].filter(({ wait }) => wait.endMillis <= nowMillis)
    finishAll(late, ({ wait }) => Exit.fail(lock.gaveUp(wait, nowMillis, busyError)))
  }

  const drain = Effect.gen(function* () {
    let pauseMillis: number | undefined
    while (queue.size > 0) {
      if (pauseMillis !== undefined) yield* Effect.provideService(Effect.sleep(pauseMillis), Clock.Clock, clock)
      // Writes that arrive in this turn of the event loop join the group.
      yield* Effect.yieldNow
      if (queue.size === 0) return
      const failure = yield* commit
      const busyError = failure && LockWait.heldBy(failure.cause)
      if (failure !== undefined) refuse(failure, busyError)
      pauseMillis = busyError && LockWait.nextPauseMillis(pauseMillis)
    }
  })

  const start = () => {
    writing ??= Effect.runFork(
      Effect.ensuring(
        drain,
        Effect.sync(() => {
          writing = undefined
          if (queue.size > 0) start()
        })
      )
    )
  }

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      if (writing !== undefined) yield* Fiber.await(writing)
      yield* Fiber.awaitAll(syncing)
    })
  )

  const inGroup = <A, E, R>(statements: Effect.Effect<A, E, R>, isSynced: boolean) =>
    Effect.withFiber<A, E | SqlError, R>((fiber) => {
      const { context } = fiber
      const outcome = Deferred.makeUnsafe<unknown, unknown>()
      const write: Write = {
        // Its services come from `context`.
        statements: statements as Effect.Effect<A, E>,
        context,
        isSynced,
        wait: lock.waitFrom(millisOf(clock), fiber.getRef(CallEnd)),
        finish: (exit) => Deferred.doneUnsafe(outcome, exit)
      }
      queue.add(write)
      start()
      const completion = Deferred.await(outcome) as Effect.Effect<A, E | SqlError>
      return Effect.onInterrupt(completion, () => (queue.delete(write) ? Effect.void : Effect.exit(completion)))
    })

  /** Commits a write on its own. Without waiting for the disk, that takes less time than joining a group. */
  const atOnce = <A, E, R>(statements: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.suspend(() => {
      isTurnUsed = true
      setImmediate(() => {
        isTurnUsed = false
      })
      let isBegun = false
      const transactionBody = Effect.suspend(() => {
        isBegun = true
        return statements
      })
      const committing = Effect.tap(transaction(Effect.uninterruptible(transactionBody)), syncSoon)
      return Effect.catchCause(committing, (cause) =>
        !isBegun && LockWait.heldBy(cause) !== undefined ? inGroup(statements, false) : Effect.failCause(cause)
      )
    })

  const join =
    (isSynced: boolean): GroupCommit["write"] =>
    (statements) =>
      Effect.withFiber(({ context }) => {
        if (Context.getOrUndefined(context, transactionService) !== undefined) return transaction(statements)
        const isAlone = !isSynced && !isTurnUsed && writing === undefined
        return isAlone ? atOnce(statements) : inGroup(statements, isSynced)
      })
  const groupCommit: GroupCommit = { write: join(true), writeSoon: join(false) }
  return groupCommit
})

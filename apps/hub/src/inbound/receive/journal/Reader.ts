/**
 * Moves deliveries from a journal into the inbox, a few at a time, and commits the read position with them, so that
 * reading continues there after a crash. A file is deleted once it is read completely. Damaged bytes, and records that
 * the database rejects, are set aside as separate files and do not hold up later records.
 */
import type { FileHandle } from "node:fs/promises"

import { StorageError } from "@inlay/core-http/StorageError"
import { nowMillis } from "@inlay/sql-stores/call-end"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

import { digestOf, type NewRow } from "../receiving.ts"
import { deleteFile, openToRead, setAside, type JournalFile } from "./files.ts"
import { readAt, readPieces, WINDOW_BYTES, type Piece } from "./scan.ts"

/** How long one transaction may insert: it blocks the event loop. */
const MAX_MILLIS = 6

const INSERT = `INSERT INTO inbox (hook, digest, headers, body, source, received_millis, state, next_millis)
  VALUES (?, ?, ?, ?, ?, ?, 'new', ?) ON CONFLICT (hook, digest) DO NOTHING`

/** How far a journal was read: all files before this one, and this one up to the offset. */
export interface Position {
  readonly file: number
  readonly offset: number
}

export const START: Position = { file: 0, offset: 0 }

export const readPosition = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<Position>`SELECT file, file_offset AS "offset" FROM journal_position`,
    ([position]) => position ?? START
  )

const writePosition = (sql: SqlClient.SqlClient, { file, offset }: Position) =>
  sql`INSERT INTO journal_position ${sql.insert({ id: 1, file, file_offset: offset })}
    ON CONFLICT (id) DO UPDATE SET file = excluded.file, file_offset = excluded.file_offset`

type Record = Piece & { readonly row: NewRow }

const isRecord = (piece: Piece): piece is Record => piece.row !== undefined

/** Uninterruptible, because a read that continued after its interruption would overwrite the next read's buffer. */
const promised = <A>(run: () => Promise<A>) =>
  Effect.uninterruptible(
    Effect.tryPromise({ try: run, catch: (cause) => new StorageError({ operation: "deliveries.read", cause }) })
  )

/**
 * @param files the journal's files, oldest first. The reader removes files that it has read; the writer adds new ones
 * @param start the position up to which the journal was read before
 */
export const make = Effect.fnUntraced(function* (directory: string, files: Array<JournalFile>, start: Position) {
  const sql = yield* SqlClient.SqlClient
  const { write, writeSoon } = yield* Database
  const turn = yield* Semaphore.make(1)
  let position = start
  let current: { readonly file: JournalFile; readonly handle: FileHandle } | undefined
  let buffer: Buffer | undefined

  const close = Effect.promise(async () => {
    const handle = current?.handle
    current = undefined
    await handle?.close()
  })
  yield* Effect.addFinalizer(() => close)

  const handleOf = (file: JournalFile) =>
    current?.file === file
      ? Effect.succeed(current.handle)
      : Effect.andThen(
          close,
          promised(async () => {
            current = { file, handle: await openToRead(file) }
            return current.handle
          })
        )

  /** Commits that the journal was read up to `next`. */
  const passTo = (next: Position) =>
    storeOperation("deliveries.read", Effect.asVoid(write(writePosition(sql, next)))).pipe(
      Effect.andThen(
        Effect.sync(() => {
          position = next
        })
      )
    )

  /** Due now at the latest, because the clock may have gone back since the delivery was received. */
  const insert = ({ hook, headers, body, source, receivedMillis }: NewRow, now: number) =>
    sql.unsafe(INSERT, [hook, digestOf(body), headers, body, source, receivedMillis, Math.min(receivedMillis, now)])

  /** Inserts as many records as time allows, but at least one. */
  const insertSome = (file: JournalFile, records: ReadonlyArray<Record>) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const endMillis = (yield* nowMillis) + MAX_MILLIS
      let next = position
      let count = 0
      for (const { row, end } of records) {
        yield* insert(row, now)
        next = { file: file.number, offset: end }
        count += 1
        if ((yield* nowMillis) >= endMillis) break
      }
      yield* writePosition(sql, next)
      return { next, count }
    })

  /** Does not wait for the commit to reach the disk: the journal's file stays until the database is on the disk. */
  const moveSome = (file: JournalFile, records: ReadonlyArray<Record>): Effect.Effect<number, SqlError> =>
    writeSoon(insertSome(file, records)).pipe(
      Effect.map(({ next, count }) => {
        position = next
        return count
      })
    )

  const putAside = Effect.fnUntraced(function* (file: JournalFile, { at, end }: Piece, why: string) {
    const handle = yield* handleOf(file)
    const path = yield* promised(async () =>
      setAside(directory, file, at, await readAt(handle, Buffer.allocUnsafeSlow(end - at), at))
    )
    yield* Effect.logError(`webhooks: ${end - at} received bytes ${why}: they were moved to ${path}`)
    yield* passTo({ file: file.number, offset: end })
    return 1
  })

  const isConstraint = (error: unknown): boolean => isSqlError(error) && error.reason._tag === "ConstraintError"

  const move = (file: JournalFile, records: ReadonlyArray<Record>): Effect.Effect<number, StorageError> =>
    moveSome(file, records).pipe(
      Effect.catch((error) => {
        const [first] = records
        if (first === undefined || !isConstraint(error)) return storeOperation("deliveries.read", Effect.fail(error))
        return records.length > 1 ? move(file, [first]) : putAside(file, first, "cannot be stored in the database")
      })
    )

  /** Deletes a file that was read completely. By then nothing in it is needed, even after a power failure. */
  const finish = Effect.fnUntraced(function* (file: JournalFile) {
    yield* passTo({ file: file.number + 1, offset: 0 })
    files.splice(files.indexOf(file), 1)
    yield* close
    yield* promised(() => deleteFile(file))
  })

  const roundIn = Effect.fnUntraced(function* (file: JournalFile, offset: number) {
    const handle = yield* handleOf(file)
    buffer ??= Buffer.allocUnsafeSlow(WINDOW_BYTES)
    const window = buffer
    const pieces = yield* promised(() => readPieces(handle, file, offset, window))
    const [first] = pieces
    if (first === undefined) return 0
    if (!isRecord(first)) return yield* putAside(file, first, "are damaged")
    const damage = pieces.findIndex((piece) => !isRecord(piece))
    return yield* move(file, pieces.slice(0, damage === -1 ? undefined : damage).filter(isRecord))
  })

  const offsetIn = ({ number }: JournalFile): number => (number === position.file ? position.offset : 0)

  /** Moves the next few records. Returns how many; 0 once everything is moved. */
  const round = turn.withPermit(
    Effect.gen(function* () {
      for (let file = files[0]; file !== undefined; file = files[0]) {
        const offset = offsetIn(file)
        const isWritten = file.isOpen
        const count = offset < file.end ? yield* roundIn(file, offset) : 0
        if (count > 0 || isWritten) return count
        yield* Effect.uninterruptible(finish(file))
      }
      return 0
    })
  )

  const isReadTo = (file: JournalFile, end: number): boolean =>
    !files.includes(file) || (file.isOpen && position.file === file.number && position.offset >= end)

  /** Moves everything that was in the journal when this began. */
  const drain = Effect.suspend(() => {
    const newest = files.at(-1)
    if (newest === undefined) return Effect.void
    const { end } = newest
    return Effect.asVoid(Effect.repeat(round, { until: (count) => count === 0 || isReadTo(newest, end) }))
  })

  /** Unread bytes of the journal, including record headers. */
  const unreadBytes = () => files.reduce((sum, file) => sum + Math.max(0, file.end - offsetIn(file)), 0)

  return { round, drain, unreadBytes }
})

export type Reader = Effect.Success<ReturnType<typeof make>>

/**
 * Appends deliveries to a journal. A group of them takes one write and one sync. A group that fails is cut off again. A
 * file that could not be synced is never written again, because pages that the system still shows may be lost.
 */
import * as Groups from "../groups.ts"
import type { NewRow } from "../receiving.ts"
import { createFile, type JournalFile } from "./files.ts"
import { bytesOf, encodeHead } from "./record.ts"

/** A file of this length or more is closed, and the next group starts a new one. */
const FILE_BYTES = 67_108_864

/** The part of Node's `FileHandle` that the writer needs; tests pass one that fails. */
export interface Handle {
  readonly writev: (buffers: ReadonlyArray<Uint8Array>, position: number) => Promise<{ readonly bytesWritten: number }>
  readonly datasync: () => Promise<void>
  readonly truncate: (length: number) => Promise<void>
  readonly close: () => Promise<void>
}

export interface Options {
  readonly directory: string
  /** Called with every file that is started. */
  readonly begun: (file: JournalFile) => void
  /** Greater than the number of every file that exists or ever existed. */
  readonly firstNumber: number
  readonly fileBytes?: number
  readonly create?: (
    directory: string,
    number: number
  ) => Promise<{ readonly file: JournalFile; readonly handle: Handle }>
}

const errorOf = (cause: unknown): Error => (cause instanceof Error ? cause : new Error("cannot write", { cause }))

export const make = ({ directory, begun, firstNumber, fileBytes = FILE_BYTES, create = createFile }: Options) => {
  let number = firstNumber
  let current: { readonly file: JournalFile; readonly handle: Handle } | undefined
  /** Serializes the work on files. */
  let work: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const leave = async (): Promise<void> => {
    if (current === undefined) return
    const { file, handle } = current
    current = undefined
    file.isOpen = false
    // Everything in it that counts has been synced.
    await handle.close().catch(() => {})
  }

  const fileToWrite = async () => {
    if (current !== undefined && current.file.end >= fileBytes) await leave()
    if (current !== undefined) return current
    // The number is used up even if `create` fails, since it may leave a file of this number behind.
    current = await create(directory, number++)
    begun(current.file)
    return current
  }

  const buffersOf = (rows: ReadonlyArray<NewRow>, { marker, end }: JournalFile) => {
    const buffers: Array<Uint8Array> = []
    let at = end
    for (const row of rows) {
      const head = encodeHead(row, marker, at)
      buffers.push(head, row.body)
      at += head.length + row.body.length
    }
    return { buffers, end: at }
  }

  const append = async (rows: ReadonlyArray<NewRow>): Promise<void> => {
    const { file, handle } = await fileToWrite()
    const { buffers, end } = buffersOf(rows, file)
    try {
      const { bytesWritten } = await handle.writev(buffers, file.end)
      // A second write could tell why, but everything after the old end is cut off anyway.
      if (bytesWritten < end - file.end) throw new Error("there is not enough disk space")
    } catch (cause) {
      await handle.truncate(file.end).catch(leave)
      throw cause
    }
    try {
      await handle.datasync()
    } catch (cause) {
      await leave()
      throw cause
    }
    file.end = end
  }

  const next = <A>(task: () => Promise<A>): Promise<A> => {
    const result = work.then(task)
    work = result
    return result
  }

  const groups = Groups.make({
    write: (rows: ReadonlyArray<NewRow>) =>
      next(() =>
        append(rows).then(
          () => [],
          (cause: unknown) => rows.map(() => errorOf(cause))
        )
      ),
    bytesOf
  })

  return {
    /** Finishes once the row is on the disk, or with the error that prevented it. */
    add: (row: NewRow, finish: (problem: Error | undefined) => void): void =>
      isClosed ? finish(new Error("the server has been told to stop")) : groups.add(row, finish),
    /** Starts a new file with the next group, so that the current one can be deleted once it is read. */
    rotate: (): Promise<void> => next(leave),
    /** Writes everything added before. Nothing may be added afterwards. */
    close: async (): Promise<void> => {
      isClosed = true
      await groups.written()
      await next(leave)
    }
  }
}

export type Writer = ReturnType<typeof make>

/**
 * Moves a journal into the inbox of a real database: each delivery once, whatever was interrupted, and no files left
 * behind.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

import { databaseFile, deliveriesOf } from "../../../storage/paths.ts"
import { addAll, newRow, piecesOf } from "../../../testing/events/journal.ts"
import { storesAt } from "../../../testing/places.ts"
import { temporaryDirectories } from "../../../testing/temporary.ts"
import type { NewRow } from "../receiving.ts"
import { damagedFiles, listFiles } from "./files.ts"
import { lookInto, resume } from "./journal.ts"
import * as Writer from "./Writer.ts"

const directories = temporaryDirectories()
const runtimeOf = (directory: string) => ManagedRuntime.make(storesAt({ directory, url: undefined }))

let directory: string
let deliveries: string
let runtime: ReturnType<typeof runtimeOf>
beforeEach(() => {
  directory = directories()
  deliveries = deliveriesOf(databaseFile(directory))
  runtime = runtimeOf(directory)
})
afterEach(() => runtime.dispose())

const rowsFrom = (first: number, count: number, bodyBytes?: number) =>
  Array.from({ length: count }, (_, index) => newRow(first + index, bodyBytes))

const numberOf = (body: Uint8Array): number => Number.parseInt(Buffer.from(body).toString("latin1"), 10)

/** The rows in the inbox, in the order in which they were received. */
const inbox = () =>
  runtime
    .runPromise(
      SqlClient.SqlClient.use((sql) => sql<{ readonly body: Uint8Array }>`SELECT body FROM inbox ORDER BY id`)
    )
    .then((rows) => rows.map(({ body }) => numberOf(body)))

const forget = () => runtime.runPromise(SqlClient.SqlClient.use((sql) => sql`DELETE FROM inbox`))

/** Opens the journal like a server, until it is closed. */
const open = async () => {
  const scope = Scope.makeUnsafe()
  const { reader, files, firstNumber } = await runtime.runPromise(
    Effect.provideService(resume(deliveries), Scope.Scope, scope)
  )
  return {
    files,
    firstNumber,
    round: () => runtime.runPromise(reader.round),
    drain: () => runtime.runPromise(reader.drain),
    close: () => runtime.runPromise(Scope.close(scope, Exit.void))
  }
}

/** Writes a journal as a server leaves it behind. */
const written = async (rows: ReadonlyArray<NewRow>, options: Partial<Writer.Options> = {}) => {
  const { firstNumber, close } = await open()
  const writer = Writer.make({ directory: deliveries, firstNumber, begun: () => {}, ...options })
  expect(await addAll(writer, rows)).toEqual(rows)
  await writer.close()
  await close()
  return listFiles(deliveries)
}

const numbersOf = (rows: ReadonlyArray<NewRow>) => rows.map(({ body }) => numberOf(body))
const unread = () => runtime.runPromise(lookInto(directory)).then((contents) => contents.unread)

describe("a journal", () => {
  it("is moved whole, row by row as it was received, and its files go", async () => {
    const rows = [...rowsFrom(0, 20), newRow(20, 3_000_000), ...rowsFrom(21, 20, 100_000)]
    await written(rows, { fileBytes: 1_000_000 })
    expect(await unread()).toBe(41)
    const { drain, close } = await open()
    await drain()
    await close()
    expect(await inbox()).toEqual(numbersOf(rows))
    expect([readdirSync(deliveries), await unread()]).toEqual([[], 0])
    const [first] = await runtime.runPromise(
      SqlClient.SqlClient.use(
        (sql) =>
          sql`SELECT hook, headers, body, source, received_millis, state, next_millis FROM inbox ORDER BY id LIMIT 1`
      )
    )
    const { receivedMillis, ...columns } = newRow(0)
    expect(first).toEqual({
      ...columns,
      body: new Uint8Array(rows[0]?.body ?? []),
      received_millis: receivedMillis,
      state: "new",
      next_millis: receivedMillis
    })
  })

  it("is processed at once although the clock was set back since", async () => {
    await written([{ ...newRow(0), receivedMillis: Date.now() + 3_600_000 }])
    const { drain, close } = await open()
    await drain()
    await close()
    const [row] = await runtime.runPromise(
      SqlClient.SqlClient.use((sql) => sql<{ readonly due: number }>`SELECT next_millis AS due FROM inbox`)
    )
    expect(row?.due).toBeLessThanOrEqual(Date.now())
  })

  it("is read from where reading stopped, and nothing twice", async () => {
    const rows = rowsFrom(0, 300, 20_000)
    await written(rows)
    const first = await open()
    const count = await first.round()
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(300)
    await first.close()
    await forget()
    expect(await unread()).toBe(300 - count)
    const second = await open()
    await second.drain()
    await second.close()
    expect(await inbox()).toEqual(numbersOf(rows.slice(count)))
  })

  it("is not read again after a crash between the last commit and its deletion", async () => {
    const [file] = await written(rowsFrom(0, 10))
    if (file === undefined) throw new Error("nothing was written")
    copyFileSync(file.path, join(directory, "copy"))
    const first = await open()
    await first.drain()
    await first.close()
    await forget()
    copyFileSync(join(directory, "copy"), file.path)
    expect(await unread()).toBe(0)
    const second = await open()
    await second.drain()
    expect([await inbox(), existsSync(file.path)]).toEqual([[], false])
    expect(second.firstNumber).toBeGreaterThan(file.number)
    await second.close()
  })

  it("keeps a file until what was read of it is on the disk", async () => {
    const [file] = await written(rowsFrom(0, 3))
    const isThere = () => existsSync(file?.path ?? "")
    const filesAtSync: Array<boolean> = []
    const reading = Effect.gen(function* () {
      const database = yield* Database
      const observed = Database.of({
        ...database,
        write: (...args) => Effect.tap(database.write(...args), () => Effect.sync(() => filesAtSync.push(isThere())))
      })
      const { reader } = yield* Effect.provideService(resume(deliveries), Database, observed)
      yield* reader.drain
    })
    await runtime.runPromise(Effect.scoped(reading))
    expect([filesAtSync, isThere()]).toEqual([[true], false])
  })

  it("never uses a number twice, whatever was deleted", async () => {
    const numbers: Array<number> = []
    for (let round = 0; round < 4; round++) {
      const files = await written(rowsFrom(round * 10, 10), { fileBytes: 1_000 })
      numbers.push(...files.map(({ number }) => number))
      const { drain, close } = await open()
      await drain()
      await close()
      expect(listFiles(deliveries)).toEqual([])
    }
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers)
    expect(await inbox()).toHaveLength(40)
  })

  it("is read as far as it is on the disk while it is written, and its file stays", async () => {
    const { files, firstNumber, drain, close } = await open()
    const writer = Writer.make({ directory: deliveries, firstNumber, begun: (file) => void files.push(file) })
    await addAll(writer, rowsFrom(0, 5))
    await drain()
    await addAll(writer, rowsFrom(5, 5))
    await drain()
    expect([(await inbox()).length, listFiles(deliveries).length]).toEqual([10, 1])
    await writer.rotate()
    await drain()
    expect(listFiles(deliveries)).toEqual([])
    await addAll(writer, rowsFrom(10, 5))
    await drain()
    expect(await inbox()).toEqual(numbersOf(rowsFrom(0, 15)))
    await writer.close()
    await close()
  })

  it("sets aside what is damaged, byte for byte, and reads what follows", async () => {
    const rows = rowsFrom(0, 6)
    const [file] = await written(rows)
    if (file === undefined) throw new Error("nothing was written")
    const bytes = readFileSync(file.path)
    const pieces = await piecesOf(file)
    const [body, header] = [pieces[1], pieces[3]]
    if (body === undefined || header === undefined) throw new Error("too little was written")
    for (const at of [body.end - 1, header.at + 9]) bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(file.path, bytes)
    const { drain, close } = await open()
    await drain()
    await close()
    expect(await inbox()).toEqual([0, 2, 4, 5])
    const contents = damagedFiles(deliveries).map((path) => readFileSync(path))
    expect(contents).toEqual([bytes.subarray(body.at, body.end), bytes.subarray(header.at, header.end)])
    expect(listFiles(deliveries)).toEqual([])
  })

  it("sets aside what the database rejects, and reads what follows", async () => {
    const [first, second, third] = [newRow(0), newRow(1), newRow(2)]
    await written([first, { ...second, hook: "refused" }, third])
    await runtime.runPromise(
      SqlClient.SqlClient.use(
        (sql) => sql`CREATE TRIGGER refusing BEFORE INSERT ON inbox WHEN NEW.hook = 'refused'
          BEGIN SELECT RAISE(ABORT, 'refused'); END`
      )
    )
    const { drain, close } = await open()
    await drain()
    await close()
    expect(await inbox()).toEqual([0, 2])
    const [path = ""] = damagedFiles(deliveries)
    expect(readFileSync(path).includes(second.body)).toBe(true)
  })

  it("whose last record was cut off is read up to it, and nothing is damaged", async () => {
    const [file] = await written(rowsFrom(0, 3))
    if (file === undefined) throw new Error("nothing was written")
    truncateSync(file.path, file.end - 1)
    const { drain, close } = await open()
    await drain()
    await close()
    expect([await inbox(), damagedFiles(deliveries), listFiles(deliveries)]).toEqual([[0, 1], [], []])
  })

  it("is refused if somebody replaced it with a link", async () => {
    const [file] = await written(rowsFrom(0, 1))
    if (file === undefined) throw new Error("nothing was written")
    symlinkSync(file.path, join(deliveries, `9-${"0".repeat(16)}.journal`))
    await expect(open()).rejects.toThrow("is a symbolic link, not a file")
  })
})

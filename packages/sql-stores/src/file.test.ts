/** How a program opens a file, and what it is told if that fails. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { open as openFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { Ledger } from "@inlay/core-http/Ledger"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, expect, it, vi } from "vitest"

import { fileStore } from "./file.ts"
import * as inBrowser from "./no-file.ts"

const folder = mkdtempSync(join(tmpdir(), "inlay-file-store-"))
afterAll(() => rmSync(folder, { recursive: true }))

const failing = (filename: string) =>
  Effect.runPromise(Effect.flip(Effect.scoped(Effect.provide(Ledger, Layer.fresh(fileStore(filename))))))

it.each([
  ["in a folder that does not exist", join(folder, "sub", "x.db")],
  ["that is a folder", folder]
])("a file %s is a matter of files, not of addresses and passwords", async (_, filename) => {
  const error = await failing(filename)
  expect(error.message).toBe(`opening ${filename} failed: unable to open database file`)
  expect(error.remedy).toEqual({
    to: "read",
    text: "Check that its folder exists and that the file may be read and written, then run this again."
  })
})

it.each(["", ":memory:"])("%j is no file, and nothing is kept", async (filename) => {
  const error = await failing(filename)
  expect(error.message).toBe(`opening the store failed: ${JSON.stringify(filename)} is not the path of a file`)
  expect(error.remedy).toMatchObject({ to: "read" })
})

it("where there are no files, a program is told what to do instead", async () => {
  const opening = Effect.scoped(Effect.provide(Ledger, inBrowser.fileStore("answers.db")))
  const error = await Effect.runPromise(Effect.flip(opening))
  expect(error.message).toBe("opening answers.db failed: this is the client for browsers, which have no files")
  // Whose bundle runs on Node would buy every answer again in each run, if told only to leave the store out.
  expect(error.remedy).toEqual({
    to: "read",
    text: 'If this runs on Node, bundle it with the export condition "node". Elsewhere leave the store out: answers and charges are then in memory.'
  })
})

it.skipIf(process.platform === "win32")(
  "only its owner can read a new file, and an existing one keeps its mode",
  async () => {
    const filename = join(folder, "answers.db")
    const open = () => Effect.runPromise(Effect.scoped(Effect.provide(Ledger, Layer.fresh(fileStore(filename)))))
    const mode = () => (statSync(filename).mode & 0o777).toString(8)
    await open()
    expect(mode()).toBe("600")
    chmodSync(filename, 0o640)
    await open()
    expect(mode()).toBe("640")
  }
)

it("a reservation that did not come to the disk leaves no lookup behind that may have been charged", async () => {
  const anyFile = await openFile(import.meta.filename)
  const files = Object.getPrototypeOf(anyFile)
  await anyFile.close()
  const nowMillis = Date.UTC(2026, 1, 3, 12)
  const payer = { scope: "plugin/env", purse: "" }
  const reservation = {
    ...payer,
    operation: "find",
    keys: ["email:a@b.example"],
    estimate: 2,
    run: "run-1",
    nowMillis,
    leaseMillis: 1_000,
    caps: { day: 2 },
    decision: "block" as const
  }
  const afterwards = Effect.gen(function* () {
    const ledger = yield* Ledger
    vi.spyOn(files, "datasync").mockRejectedValueOnce(new Error("EIO: i/o error"))
    const error = yield* Effect.flip(ledger.reserve(reservation))
    expect(error.message).toContain("EIO")
    const unknowns = yield* ledger.unknowns(payer, nowMillis + 60_000)
    return { unknowns, next: yield* ledger.reserve(reservation) }
  })
  const store = Layer.fresh(fileStore(join(folder, "bad-disk.db")))
  const { unknowns, next } = await Effect.runPromise(Effect.scoped(Effect.provide(afterwards, store)))
  expect(unknowns).toEqual([])
  expect(next._tag).toBe("Reserved")
})

it.skipIf(process.platform !== "linux")(
  "a program that opens a file twice holds its lock, or another program would delete the log under the first",
  async () => {
    const filename = join(folder, "twice.db")
    const isHeld = () => {
      const { ino } = statSync(filename)
      const locks = readFileSync("/proc/locks", "utf8").split("\n")
      return locks.some((lock) => lock.includes(` ${process.pid} `) && lock.includes(`:${ino} `))
    }
    const opening = Layer.build(Layer.fresh(fileStore(filename)))
    const both = Effect.gen(function* () {
      yield* opening
      const isHeldByFirst = isHeld()
      yield* opening
      return [isHeldByFirst, isHeld()]
    })
    expect(await Effect.runPromise(Effect.scoped(both))).toEqual([true, true])
  }
)

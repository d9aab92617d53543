/** The single writer of several processes: acknowledged writes survive a kill, and eight processes share one budget. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { expect, it } from "vitest"

import { program } from "../../testing/processes/programs.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
const writer = program("group-writer")
const caller = program("budget-caller")

it.each(["write", "writeSoon"])(
  "a killed process loses nothing that %s acknowledged, and leaves no gap",
  async (method) => {
    const filename = join(directory(), "test.db")
    const child = spawn(process.execPath, [writer, filename, "25", method], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    let text = ""
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part
      if (text.length > 20_000) child.kill("SIGKILL")
    })
    await once(child, "close")
    const confirmedRows = text.slice(0, text.lastIndexOf("\n")).split("\n").map(Number)
    const database = new DatabaseSync(filename)
    const rows = database.prepare("SELECT n FROM t ORDER BY n").all()
    database.close()
    const numbers = rows.map((row) => Number(row["n"]))
    expect(confirmedRows.length).toBeGreaterThan(1000)
    // Every acknowledged row is there, in the order of the writes.
    expect(confirmedRows).toEqual(numbers.slice(0, confirmedRows.length))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
)

/** `pnpm test:full` uses 8. */
const PROCESSES = Number(process.env["INLAY_PROCESSES"] ?? 3)
const CALLS = 60

it(`${PROCESSES} processes that call at once share every limit: none goes on alone`, async () => {
  const at = directory()
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, [caller, at, String(CALLS), "25"], {
      stdio: ["pipe", "pipe", "inherit"]
    })
  )
  const texts = children.map((child) => {
    const output = { text: "", ready: Promise.withResolvers<void>() }
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      output.text += part
      if (output.text.includes("ready\n")) output.ready.resolve()
    })
    return output
  })
  await Promise.all(texts.map(({ ready }) => ready.promise))
  const exits = children.map((child) => once(child, "close"))
  for (const child of children) child.stdin.write("go\n")
  expect((await Promise.all(exits)).map(([code]) => code)).toEqual(children.map(() => 0))
  for (const { text } of texts) expect(text).toMatch(/^ready\nmillis [\d.]+\n$/)
  const database = new DatabaseSync(join(at, "limits.db"))
  const row = database.prepare("SELECT state FROM budgets WHERE resource = 'core'").get()
  database.close()
  const { windows, claims } = JSON.parse(String(row?.["state"]))
  expect(claims).toEqual([])
  expect(1_000_000 - windows.day.remaining).toBe(PROCESSES * CALLS)
})

import { mkdirSync, mkdtempSync, rmSync, utimesSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

import { afterEach, beforeEach, expect, it } from "vitest"

import { withLock } from "./lock.ts"

const times = { staleMillis: 2_000, pollMillis: 5, patienceMillis: 200 }
let root = ""
let folder = ""
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "inlay-lock-"))
  folder = join(root, "lock")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it("lets one in at a time, and frees after a failure", async () => {
  const seen: Array<string> = []
  const body = (name: string) => async (): Promise<void> => {
    seen.push(`${name} in`)
    await sleep(20)
    seen.push(`${name} out`)
    throw new Error(name)
  }
  await Promise.allSettled([withLock(folder, body("a"), times), withLock(folder, body("b"), times)])
  expect(seen.map((line) => line.split(" ")[1])).toEqual(["in", "out", "in", "out"])
})

it("takes over a lock whose holder died", async () => {
  mkdirSync(folder)
  utimesSync(folder, new Date(0), new Date(0))
  expect(await withLock(folder, async () => "in", times)).toBe("in")
})

it("gives up on a lock that is kept, and leaves it", async () => {
  mkdirSync(folder)
  await expect(withLock(folder, async () => "in", times)).rejects.toThrow(folder)
  await expect(withLock(folder, async () => "in", times)).rejects.toThrow("still installing")
})

/** The whole path from an account to whoever hears of it, with keys that must be heard nowhere. */
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { look } from "@inlay/core-http/testing/canaries"
import { startLeakyProvider, type LeakyProvider } from "@inlay/core-http/testing/leaky-provider"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { watch } from "./redaction-watch.ts"

/** Where the machine has it, memory: SQLite waits for the disk with every row, and what it holds is the same. */
const PLACE = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** A port that was just free. */
const refusing = async (): Promise<string> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return `http://127.0.0.1:${port}`
}

/** What runs come to where all faults are met. */
const OUTCOMES = [
  "Conflict",
  "Decode",
  "Forbidden",
  "Interrupted",
  "Invalid",
  "RateLimited",
  "Refused",
  "Timeout",
  "Transport",
  "Unauthorized",
  "Unavailable",
  "ok"
]

/** Canaries watched at once: most of a fault's time is waiting. */
const AT_ONCE = 6

export const redactionSuite = (secrets: ReadonlyArray<string>, timeoutMillis: number): void => {
  const root = mkdtempSync(join(PLACE, "inlay-redaction-"))
  let providers: ReadonlyArray<LeakyProvider> = []
  let refused = ""
  beforeAll(async () => {
    providers = await Promise.all(Array.from({ length: AT_ONCE }, startLeakyProvider))
    refused = await refusing()
  })
  afterAll(async () => {
    await Promise.all(providers.map((provider) => provider.close()))
    rmSync(root, { recursive: true })
  })

  const examine = async (key: string, provider: LeakyProvider) => {
    const watched = await watch(key, { leaky: provider.origin, refused }, mkdtempSync(join(root, "data-")))
    const found = Object.entries(watched.said).flatMap(([surface, text]) =>
      look(text)(key).map((form) => `${key} in ${surface}, ${form}: ${excerpt(text, key)}`)
    )
    return { ...watched, found, told: look(provider.said())(key) }
  }

  describe(`${secrets.length} keys`, () => {
    let all: ReadonlyArray<Awaited<ReturnType<typeof examine>>> = []
    beforeAll(async () => {
      const queue = [...secrets]
      const work = async (provider: LeakyProvider) => {
        const done: Array<Awaited<ReturnType<typeof examine>>> = []
        for (let key = queue.shift(); key !== undefined; key = queue.shift()) done.push(await examine(key, provider))
        return done
      }
      all = (await Promise.all(providers.map(work))).flat()
    }, timeoutMillis)

    it("are nowhere in results, errors, logs, spans, MCP messages or files", () => {
      expect(all.flatMap(({ found }) => found)).toEqual([])
    })

    it("were there to be found: in what the provider said, in every form", () => {
      expect(all).toHaveLength(secrets.length)
      for (const { told } of all) expect(told).toContain("plain")
      // A machine that stands still for seconds makes all of a key's calls end before they are answered.
      const inFull = all.filter(({ told }) => told.includes("plain+base64"))
      expect(inFull.length).toBeGreaterThanOrEqual(Math.floor(secrets.length * 0.98))
      const forms = new Set(all.flatMap(({ told }) => told))
      expect([...forms]).toEqual(expect.arrayContaining(["url", "url+url", "json", "html", "json+html"]))
    })

    it("met every fault, and every surface was heard", () => {
      for (const { said, faults } of all) {
        expect(Object.entries(said).filter(([, text]) => text === "")).toEqual([])
        expect(faults.size).toBeGreaterThanOrEqual(55)
      }
      const outcomes = new Set(all.flatMap((watched) => watched.outcomes))
      expect([...outcomes].sort()).toEqual(OUTCOMES)
    })
  })
}

/** The first line that holds it, for whoever must find out why. */
const excerpt = (text: string, key: string): string | undefined =>
  text
    .split("\n")
    .find((line) => look(line)(key).length > 0)
    ?.slice(0, 400)

/** The whole path from an account to every output, with keys that must not appear anywhere. */
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { join } from "node:path"

import { look } from "@inlay/core-http/testing/canaries"
import { startLeakyProvider, type LeakyProvider } from "@inlay/core-http/testing/leaky-provider"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { fastFolder } from "../fast-folder.ts"
import { openTerminal, type Terminal } from "./terminal.ts"
import { watch } from "./watch.ts"

/** Returns the address of a port that was just free, where nothing listens. */
const refusing = async (): Promise<string> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return `http://127.0.0.1:${port}`
}

/** The outcomes of runs if every fault is met. */
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

/** The same for commands. What a command names may not exist. */
const RESULTS = [...OUTCOMES, "NotFound"].sort()

/** How many keys are tested at once: most of a fault's time is waiting. */
const AT_ONCE = 4

/** A worker that tests one key after another. */
interface Post {
  readonly provider: LeakyProvider
  readonly terminal: Terminal
}

const openPost = async (): Promise<Post> => ({ provider: await startLeakyProvider(), terminal: openTerminal() })

export const redactionSuite = (secrets: ReadonlyArray<string>, timeoutMillis: number): void => {
  const root = mkdtempSync(join(fastFolder, "inlay-redaction-"))
  let posts: ReadonlyArray<Post> = []
  let refusalAddress = ""
  beforeAll(async () => {
    posts = await Promise.all(Array.from({ length: Math.min(AT_ONCE, Math.ceil(secrets.length / 2)) }, openPost))
    refusalAddress = await refusing()
  })
  afterAll(async () => {
    await Promise.all(posts.flatMap(({ provider, terminal }) => [provider.close(), terminal.close()]))
    rmSync(root, { recursive: true })
  })

  const examine = async (key: string, number: number, { provider, terminal }: Post) => {
    const places = { leaky: provider.origin, refused: refusalAddress }
    const room = () => mkdtempSync(join(root, "data-"))
    const [watched, printed] = await Promise.all([
      watch(key, places, room()),
      terminal.print({ key, number, places, directory: room() })
    ])
    const surfaces = Object.entries({ ...watched.said, ...printed.page })
    return {
      found: surfaces.flatMap(([surface, text]) =>
        look(text)(key).map((form) => `${key} in ${surface}, ${form}: ${excerpt(text, key)}`)
      ),
      silent: surfaces.filter(([, text]) => text === "").map(([surface]) => surface),
      unmarked: Object.entries(printed.page).filter(([, text]) => !text.includes("<redacted>")),
      told: look(provider.said())(key),
      faults: { watched: watched.faults.size, printed: printed.faults.length },
      outcomes: watched.outcomes,
      results: printed.documents.map(resultOf)
    }
  }

  describe(`${secrets.length} keys`, () => {
    let all: ReadonlyArray<Awaited<ReturnType<typeof examine>>> = []
    beforeAll(async () => {
      const queue = [...secrets.entries()]
      const work = async (post: Post) => {
        const examinations: Array<Awaited<ReturnType<typeof examine>>> = []
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const [number, key] = next
          examinations.push(await examine(key, number, post))
        }
        return examinations
      }
      all = (await Promise.all(posts.map(work))).flat()
    }, timeoutMillis)

    it("are nowhere in results, errors, logs, spans, MCP messages or files, nor in what commands and crashes print", () => {
      expect(all.flatMap(({ found }) => found)).toEqual([])
    })

    it("were there to be found: in what the provider said, in every form", () => {
      expect(all).toHaveLength(secrets.length)
      for (const { told, unmarked } of all) {
        expect(told).toContain("plain")
        expect(unmarked).toEqual([])
      }
      expect(all.filter(({ told }) => !told.includes("plain+base64"))).toEqual([])
      const forms = new Set(all.flatMap(({ told }) => told))
      expect([...forms]).toEqual(expect.arrayContaining(["url", "url+url", "json", "html", "json+html"]))
    })

    it("met every fault, and every surface was heard", () => {
      for (const { silent, faults } of all) {
        expect(silent).toEqual([])
        expect(faults.watched).toBeGreaterThanOrEqual(59)
        expect(faults.printed).toBeGreaterThanOrEqual(70)
      }
      const outcomes = new Set(all.flatMap((result) => result.outcomes))
      expect([...outcomes].sort()).toEqual(OUTCOMES)
      const results = new Set(all.flatMap((result) => result.results))
      expect([...results].sort()).toEqual(RESULTS)
    })
  })
}

/** The outcome in a `--json` document. Standard output must be one valid document. */
const resultOf = (document: string): string => {
  const errorDocument = JSON.parse(document) as { readonly error?: { readonly reason: string } }
  return errorDocument.error?.reason ?? "ok"
}

/** The first line that contains the key, for debugging. */
const excerpt = (text: string, key: string): string | undefined =>
  text
    .split("\n")
    .find((line) => look(line)(key).length > 0)
    ?.slice(0, 400)

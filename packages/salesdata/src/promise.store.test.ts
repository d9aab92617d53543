import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"

import { linesWithout } from "@inlay/core-http/testing/unloadable"
import { startSandbox, type RunningSandbox } from "@inlay/salesdata-sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { createSalesData, type PersonLookup } from "./promise.ts"

const people: ReadonlyArray<PersonLookup> = Array.from({ length: 12 }, (_, n) => ({ email: `nobody${n}@acme.example` }))

let sandbox: RunningSandbox
let folder: string
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "inlay-store-"))
  return () => rmSync(folder, { recursive: true })
})

const account = () => ({ baseUrl: sandbox.urls.salesdata, apiKey: sandbox.env["INLAY_SALESDATA_API_KEY"]! })
const matching = (): ReadonlyArray<PersonLookup> => sandbox.examples["salesdata_people_enrichment"]!.match
const calls = async (): Promise<number> => {
  const answer = (await (await fetch(`${sandbox.control}/calls`)).json()) as ReadonlyArray<unknown>
  return answer.length
}

const nightly = (input: object): Promise<{ readonly credits: number; readonly matches: number }> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [fileURLToPath(new URL("../tests/nightly.ts", import.meta.url))],
      (error, stdout, stderr) =>
        error === null ? resolve(JSON.parse(stdout)) : reject(new Error(stderr, { cause: error }))
    )
    child.stdin?.end(JSON.stringify(input))
  })

describe("a store in a file", () => {
  it("never buys a person twice, in any process", async () => {
    const store = join(folder, "answers.db")
    const input = { ...account(), store, people: [...matching(), ...people] }
    const [one, other] = await Promise.all([nightly(input), nightly(input)])
    expect(one.matches).toBe(matching().length)
    expect(other.matches).toBe(matching().length)
    const charged = one.credits + other.credits
    expect(charged).toBeGreaterThan(0)
    const count = await calls()
    expect(await nightly(input)).toEqual({ credits: 0, matches: matching().length })
    expect(await calls()).toBe(count)
    const alone = createSalesData(account())
    let price = 0
    for await (const { answer } of alone.bulk.people(matching())) price += Number(answer?.credits.charged)
    expect(charged).toBe(price)
  }, 60_000)

  it("may be dropped: a client that nobody holds any more ends no program", async () => {
    const program = `
      const { createSalesData } = await import(${JSON.stringify(new URL("./promise.ts", import.meta.url).href)})
      const lookUp = (options, who) => createSalesData(options).people.enrich(who)
      await lookUp(${JSON.stringify({ ...account(), store: join(folder, "answers.db") })}, ${JSON.stringify(matching()[0])})
      for (let n = 0; n < 20; n++) {
        gc()
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      console.log("still here")`
    const flags = ["--expose-gc", "--input-type=module", "--eval", program]
    const output = await new Promise((resolve) =>
      execFile(process.execPath, flags, (error, stdout, stderr) => resolve([error === null, stdout, stderr]))
    )
    expect(output).toEqual([true, "still here\n", ""])
  }, 60_000)

  it("keeps answers for any part of a day", async () => {
    const store = join(folder, "answers.db")
    const client = createSalesData({ ...account(), store, keepMatchDays: 0.041667, keepMissDays: 1 / 7 })
    const both = [...matching().slice(0, 1), ...people.slice(0, 1)]
    for (const who of both) expect(await client.people.enrich(who)).not.toHaveProperty("notice")
    const count = await calls()
    for (const who of both) expect((await client.people.enrich(who)).credits.charged).toBe(0)
    expect(await calls()).toBe(count)
  })

  const refusals: ReadonlyArray<readonly [string, (file: string) => void, RegExp]> = [
    ["damaged", (file) => writeFileSync(file, "no database at all".repeat(100)), /damaged/],
    [
      "of a newer version",
      (file) => {
        const database = new DatabaseSync(file)
        database.exec("PRAGMA user_version = 100000")
        database.close()
      },
      /newer/
    ],
    ["locked by another program", (file) => lock(file), /locked|busy|another program/i]
  ]
  const locks: Array<DatabaseSync> = []
  const lock = (file: string) => {
    const database = new DatabaseSync(file)
    database.exec("PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE; CREATE TABLE t (x)")
    locks.push(database)
  }
  afterAll(() => locks.forEach((database) => database.close()))

  it.each(refusals)("that is %s fails with a sentence, and nothing is sent", async (_, spoil, words) => {
    const store = join(folder, "answers.db")
    spoil(store)
    const before = await calls()
    const client = createSalesData({ ...account(), store })
    const error: unknown = await client.people
      .enrich({ email: "jane@acme.example" }, { timeLimitMillis: 1_000 })
      .catch((cause: unknown) => cause)
    expect(error).toMatchObject({ reason: { _tag: "Refused", guard: "ledger", nothing: "sent" } })
    expect(String(error)).toMatch(words)
    expect(await calls()).toBe(before)
  })

  it("with a missing folder fails too", async () => {
    const client = createSalesData({ ...account(), store: join(folder, "none/answers.db") })
    await expect(client.people.enrich({ email: "jane@acme.example" })).rejects.toThrow(/cannot be used: .*open/)
  })

  it("whose code cannot be loaded, as without node:sqlite, fails too, and is loaded anew with the next lookup", async () => {
    const store = join(folder, "answers.db")
    const program = `
      const { createSalesData } = await import("./promise.ts")
      const { people } = createSalesData(${JSON.stringify({ ...account(), store })})
      for (const _ of [1, 2]) {
        await people.enrich(${JSON.stringify(matching()[0])}).then(
          ({ match }) => console.log(match),
          ({ name, message }) => console.log(name, message)
        )
      }`
    expect(await linesWithout("@inlay/sql-stores/file", 1, program, import.meta.dirname)).toEqual([
      `ProviderError The spending ledger cannot be used: opening ${store} failed: It cannot be read. Nothing was sent. (enrichPerson)`,
      "true"
    ])
  }, 60_000)
})

describe("many lookups", () => {
  it("read only as much of their source as needed, and stop when reading stops", async () => {
    let count = 0
    const source = async function* () {
      for (const person of people) {
        count += 1
        yield person
      }
    }
    for await (const { answer } of createSalesData({ ...account(), concurrency: 2 }).bulk.people(source())) {
      expect(answer?.match).toBe(false)
      break
    }
    expect(count).toBeLessThanOrEqual(2)
  })

  it("return each input's outcome in order, with errors for invalid ones and those beyond a cap", async () => {
    const inputs = [{ email: "no address" }, ...matching().slice(0, 1), ...people.slice(0, 1)]
    const outcomes = []
    const client = createSalesData({ ...account(), caps: { run: 2 }, concurrency: 1 })
    for await (const outcome of client.bulk.people(inputs)) outcomes.push(outcome)
    expect(outcomes.map(({ input }) => input)).toEqual(inputs)
    expect(outcomes[0]?.error?.reason._tag).toBe("Invalid")
    expect(outcomes[1]?.answer?.match).toBe(true)
    expect(outcomes.at(-1)?.error?.reason).toMatchObject({ _tag: "Refused", guard: "cap" })
  })

  it("stop when they are aborted", async () => {
    const read = async () => {
      const bulk = createSalesData(account()).bulk.people(people, { signal: AbortSignal.abort() })
      for await (const outcome of bulk) expect(outcome).toBeUndefined()
    }
    await expect(read()).rejects.toMatchObject({ name: "AbortError" })
  })
})

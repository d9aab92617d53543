/** A damaged database file is named, renamed on request, and never reported as a bug. */
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { DatabaseSync } from "node:sqlite"

import * as Effect from "effect/Effect"
import { beforeAll, describe, expect, it } from "vitest"

import { inlayJson, type ErrorDocument } from "../../testing/processes/command.ts"
import { serve } from "../../testing/processes/serving.ts"
import { commandJson } from "../../testing/threads/command.ts"
import { world } from "../../testing/world.ts"
import { databaseFile } from "../paths.ts"
import { isFileSound, repairFile } from "./damaged-file.ts"

const { control, env } = world()
const STEP = "salesdata_people_enrichment"

interface Checkup {
  readonly data: {
    readonly problems: ReadonlyArray<{ what: string; fix: string }>
    readonly repaired: ReadonlyArray<string>
  }
}

let slugs: ReadonlyArray<string> = []
beforeAll(async () => {
  const { people } = (await control("GET", "/directory")) as { people: ReadonlyArray<{ slug: string }> }
  slugs = people.map(({ slug }) => slug)
})

const run = (here: Record<string, string>, n: number, by = commandJson) =>
  by(["run", STEP, "--input", JSON.stringify({ profilenet_slug: slugs[n] })], { env: here })
const doctor = (here: Record<string, string>, ...more: ReadonlyArray<string>) =>
  commandJson<Checkup>(["doctor", ...more], { env: here })

const DAMAGED_FILES: ReadonlyArray<readonly [string, (file: string) => void]> = [
  ["another file", (file) => writeFileSync(file, "this is no database at all, but a text ".repeat(200))],
  ["noise in its middle", (file) => writeFileSync(file, readFileSync(file).fill("noise!", 4_096))],
  ["cut short", (file) => truncateSync(file, 5_000)]
]

/** Overwrites the beginning of a table's first page. */
const spoilTable = (file: string, table: string): void => {
  using database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  const [page] = database.prepare("SELECT rootpage AS root FROM sqlite_schema WHERE name = ?").all(table)
  const [size] = database.prepare("PRAGMA page_size").all()
  const handle = openSync(file, "r+")
  writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, (Number(page?.["root"]) - 1) * Number(size?.["page_size"]))
  closeSync(handle)
}

describe("a damaged database", () => {
  it.each(DAMAGED_FILES)("is reported in one sentence, and renamed by --repair: %s", async (_, spoil) => {
    const here = env()
    await run(here, 0)
    const file = databaseFile(here["INLAY_DATA"] ?? "")
    spoil(file)
    const before = statSync(file).size
    for (const args of [
      ["run", STEP, "--input", JSON.stringify({ profilenet_slug: slugs[1] })],
      ["charges"],
      ["accounts"]
    ]) {
      const { json, stdout } = await commandJson<Partial<ErrorDocument>>(args, { env: here })
      expect([args[0], stdout]).not.toEqual([args[0], expect.stringMatching(/bug/)])
      if (json.error !== undefined)
        expect([args[0], json.error.fix]).toEqual([args[0], expect.stringMatching(/doctor --repair/)])
    }
    expect((await doctor(here)).code).toBe(1)
    const repairReport = await doctor(here, "--repair")
    expect([repairReport.code, repairReport.json.data]).toMatchObject([
      0,
      { repaired: [expect.stringMatching(/damaged-.*connect the accounts again, and create tokens/)] }
    ])
    // The contents of the damaged file are kept. Other programs may have written to the intact parts.
    const damagedFile = readdirSync(here["INLAY_DATA"] ?? "").find((name) => name.startsWith("inlay.db.damaged-"))
    expect(statSync(`${here["INLAY_DATA"]}/${damagedFile}`).size).toBeGreaterThanOrEqual(before)
    expect((await run(here, 0, inlayJson)).code).toBe(0)
  })

  it("is reported even if what is damaged was not read, such as after a copy over a file with an old log", async () => {
    const here = env()
    await run(here, 0)
    expect((await doctor(here)).json.data.problems).toEqual([])
    spoilTable(databaseFile(here["INLAY_DATA"] ?? ""), "pairing_codes")
    // What is asked for is intact.
    expect((await run(here, 0)).code).toBe(0)
    const { code, json } = await doctor(here)
    expect([code, json.data.problems]).toMatchObject([
      1,
      [{ what: expect.stringMatching(/inlay\.db is damaged/), fix: expect.stringMatching(/backup.*doctor --repair/) }]
    ])
  })

  it("is not renamed under a running server, which would go on with the old one", async () => {
    const here = env()
    const directory = here["INLAY_DATA"] ?? ""
    const server = await serve(directory, here)
    try {
      const file = databaseFile(directory)
      spoilTable(file, "pairing_codes")
      const refused = await doctor(here, "--repair")
      expect([refused.code, refused.json.data]).toMatchObject([
        1,
        {
          repaired: [],
          problems: [{ what: expect.stringContaining(server.url), fix: expect.stringContaining("Stop that server") }]
        }
      ])
      const files = readdirSync(directory).filter((name) => name.includes("damaged"))
      expect(files).toEqual([])
    } finally {
      await server.kill()
    }
    const repairReport = await doctor(here, "--repair")
    expect([repairReport.code, repairReport.json.data]).toMatchObject([
      0,
      { repaired: [expect.stringMatching(/damaged-/)] }
    ])
  })
})

it("a database that another program has locked is no damaged one", async () => {
  const here = env()
  await run(here, 0)
  const directory = here["INLAY_DATA"] ?? ""
  using database = new DatabaseSync(databaseFile(directory))
  database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
  expect(await Effect.runPromise(isFileSound(directory))).toBe(true)
  expect(await Effect.runPromise(repairFile(directory, Effect.die("must not be asked")))).toBeUndefined()
})

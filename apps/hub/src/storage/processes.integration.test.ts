/** Several processes over one data directory or database share caps, purchases, tables and tokens. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"

import { Ledger } from "@inlay/core-http/Ledger"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { backends } from "../testing/backends.ts"
import { storesAt } from "../testing/places.ts"
import { sourceCache, environment } from "../testing/processes/command.ts"
import { program } from "../testing/processes/programs.ts"

const { all } = backends()
const spender = program("spender")

describe.each(all)("$name", ({ name, place }) => {
  const processes = name === "SQLite" ? 2 : 4

  it(`${processes} processes on one new database never pass the cap together, and never buy the same twice`, async () => {
    const at = await place()
    const attempts = 60
    const cap = 81
    const env = environment({ ...sourceCache(), ...(at.url !== undefined && { INLAY_DATABASE: at.url }) })
    const spend = () =>
      promisify(execFile)(process.execPath, [spender, at.directory, String(attempts), String(cap)], { env })
    const outputs = await Promise.all(Array.from({ length: processes }, spend))
    const tags = outputs.map(({ stdout }): ReadonlyArray<string> => JSON.parse(stdout))
    // 40 times 2 credits fit into 81.
    expect(tags.flat().filter((tag) => tag === "Reserved").length).toBe(40)
    for (let n = 0; n < attempts; n++) {
      expect(tags.filter((own) => own[n] === "Reserved").length).toBeLessThanOrEqual(1)
    }
    expect(new Set(tags.flat())).toEqual(new Set(["Reserved", "Busy", "CapReached"]))
    const sums = await Effect.runPromise(
      Effect.flatMap(Ledger, (ledger) =>
        ledger.spent({ scope: "account", purse: "" }, { nowMillis: Date.now(), run: "" })
      ).pipe(Effect.provide(storesAt(at)))
    )
    expect(sums.day).toBe(80)
  })
})

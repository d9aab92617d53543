import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { Ledger } from "@inlay/core-http/Ledger"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { temporaryDirectories } from "../testing/temporary.ts"
import * as Storage from "./Storage.ts"

const directory = temporaryDirectories()
const spender = fileURLToPath(new URL("../testing/spending/spender.ts", import.meta.url))

it("two processes on one new file never pass the cap together, and never buy the same twice", async () => {
  const at = directory()
  const attempts = 60
  const cap = 81
  const spend = () => promisify(execFile)(process.execPath, [spender, at, String(attempts), String(cap)])
  const outputs = await Promise.all([spend(), spend()])
  const [one, other] = outputs.map(({ stdout }): ReadonlyArray<string> => JSON.parse(stdout))
  const both = [...(one ?? []), ...(other ?? [])]
  const reservedCount = both.filter((tag) => tag === "Reserved").length
  // 40 times 2 credits fit into 81.
  expect(reservedCount).toBe(40)
  for (let n = 0; n < attempts; n++) {
    expect([one?.[n], other?.[n]].filter((tag) => tag === "Reserved").length).toBeLessThanOrEqual(1)
  }
  expect(new Set(both)).toEqual(new Set(["Reserved", "Busy", "CapReached"]))
  const sums = await Effect.runPromise(
    Effect.flatMap(Ledger, (ledger) =>
      ledger.spent({ scope: "account", purse: "" }, { nowMillis: Date.now(), run: "" })
    ).pipe(Effect.provide(Storage.layer(at)))
  )
  expect(sums.day).toBe(80)
})

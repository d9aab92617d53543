import { plugin as codehost } from "@inlay/codehost"
import * as Effect from "effect/Effect"
import { expect, it, vi } from "vitest"

import type { Grant } from "../../principals/Principal.ts"
import { checked } from "./new-token.ts"

/** The fields that a new token is refused for, or the name that it gets. */
const outcomeOf = (name: string, grant: Partial<Grant>) =>
  Effect.runPromise(
    checked([codehost], ["codehost/work"], {
      name,
      grant: { readOnly: false, ...grant },
      expiresMillis: undefined
    }).pipe(
      Effect.map((token) => token.name),
      Effect.catch(({ reason }) =>
        Effect.succeed(reason._tag === "Invalid" ? (reason.fields ?? []).map(({ field }) => field) : [reason._tag])
      )
    )
  )

it.each<[string, string, Partial<Grant>, string | ReadonlyArray<string>]>([
  ["manages without limits", "adm", { manages: true }, "adm"],
  ["manages and only reads", "adm", { manages: true, readOnly: true }, ["manages"]],
  ["manages within plugins", "adm", { manages: true, plugins: ["codehost"] }, ["manages"]],
  ["manages within accounts", "adm", { manages: true, accounts: ["codehost/work"] }, ["manages"]],
  ["manages within tools", "adm", { manages: true, tools: [] }, ["manages"]],
  ["manages within credits of a day", "adm", { manages: true, creditsPerDay: 0 }, ["manages"]],
  ["has the longest name", ` ${"n".repeat(60)} `, {}, "n".repeat(60)],
  ["has too long a name", "n".repeat(61), {}, ["name"]],
  ["has no name", " ", {}, ["name"]],
  [
    "names only the beginning of what exists",
    "ci",
    { plugins: ["code"], accounts: ["codehost/wor"], tools: ["codehost_create"] },
    ["plugins", "accounts", "tools"]
  ]
])("a new token that %s", async (_, name, grant, outcome) => {
  expect(await outcomeOf(name, grant)).toEqual(outcome)
})

it("a new token with 20,000 unknown names is compared with the existing ones only for those that the failure names", async () => {
  const comparing = vi.spyOn(String.prototype, "toLowerCase")
  const tools = Array.from({ length: 20_000 }, (_, at) => `codehost_${at}`)
  expect(await outcomeOf("ci", { tools })).toHaveLength(20)
  expect(comparing.mock.calls.length).toBeLessThan(20_000)
  comparing.mockRestore()
})

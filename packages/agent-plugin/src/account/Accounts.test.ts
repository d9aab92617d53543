import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { account } from "../testing/sample-world.ts"
import { accountOfScope, Accounts, choose, scopeOf } from "./Accounts.ts"

const plugin = {
  id: "sample",
  title: "Sample",
  accountKinds: [{ fields: [{ name: "api_key", label: "Key", type: "text", secret: true, required: true, help: "" }] }]
} as const
const work = { name: "work" }
const home = { name: "home" }

describe("the account that a call means", () => {
  it.each([undefined, "", "  ", "sample/"])("is the only one if the call names %j", (name) => {
    expect(choose(plugin, [work], name)).toEqual(Result.succeed(work))
  })

  it.each(["home", " home ", "sample/home"])("is the named one: %j", (name) => {
    expect(choose(plugin, [work, home], name)).toEqual(Result.succeed(home))
  })

  it.each([
    ["several are connected and none is named", [work, home], undefined, "NotFound", ["work", "home"], undefined],
    ["the only one has another name", [work], "home", "NotFound", ["work"], undefined],
    ["the name of one only begins so", [{ name: "home2" }], "home", "NotFound", ["home2"], undefined],
    ["none is connected", [], undefined, "Unauthorized", undefined, [["INLAY_SAMPLE_API_KEY"]]],
    ["none is connected, whatever the name", [], "home", "NotFound", [], [["INLAY_SAMPLE_API_KEY"]]]
  ] as const)(
    "is none if %s, which says what can be named or connected",
    (_, accounts, name, tag, known, variables) => {
      const { reason } = Result.getOrThrow(Result.flip(choose(plugin, accounts, name)))
      expect(reason.what).toMatch(
        name === undefined
          ? /^(No Sample account is|Several Sample accounts are) connected/
          : /^There is no Sample account home\.$/
      )
      const connectable = variables && { plugin: "sample", variables }
      expect({ known: undefined, connectable: undefined, ...reason }).toMatchObject({ _tag: tag, known, connectable })
    }
  )

  it("is never another plugin's", async () => {
    const other = { ...account("env"), plugin: "other" }
    const finding = Accounts.use((accounts) => accounts.find(plugin)).pipe(
      Effect.provide(Accounts.layer(() => [other, account("work")]))
    )
    expect(await Effect.runPromise(finding)).toMatchObject({ plugin: "sample", name: "work" })
  })
})

it.each(["env", "acme/main"])("the account %s is known by its scope in the ledger", (name) => {
  expect(accountOfScope(scopeOf({ plugin: "sample", name }))).toEqual({ plugin: "sample", name })
})

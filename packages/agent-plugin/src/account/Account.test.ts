import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"

import { samplePlugin } from "../testing/sample-plugin.ts"
import { make, normalValue, scopesOf, secretsOf } from "./Account.ts"

const kind = samplePlugin.accountKinds[0]!

describe("Account", () => {
  it("includes the secrets that it sends and those that its token source has seen", () => {
    const account = make({ plugin: "sample", name: "a", kind, values: { api_key: "k-1" }, revision: "1" })
    const tokens = { current: Effect.die(""), renew: () => Effect.die(""), secrets: () => [Redacted.make("renewed-2")] }
    expect(secretsOf(account).map(Redacted.value)).toEqual(["k-1"])
    expect(secretsOf({ ...account, tokens }).map(Redacted.value)).toEqual(["k-1", "renewed-2"])
  })

  it("never shows a secret in text or JSON", () => {
    const account = make({ plugin: "sample", name: "a", kind, values: { api_key: "canary-secret" }, revision: "1" })
    expect(JSON.stringify([account, account.secrets["api_key"]])).not.toContain("canary-secret")
  })

  it.each([
    ["true", ["y", "Yes", "ON", "1", " true ", "TRUE"]],
    ["false", ["n", "No", "OFF", "0", "False"]],
    ["maybe", [" Maybe "]]
  ])("reads a yes or no as %s", (value, entries) => {
    for (const entry of entries) expect(normalValue({ type: "boolean" }, entry), entry).toBe(value)
    expect(normalValue({ type: "text" }, " Yes ")).toBe("Yes")
  })

  it("has the scopes that its last token was granted, which may be fewer than those of its sign-in", () => {
    const account = make({ plugin: "sample", name: "a", kind, values: {}, revision: "1" })
    const tokens = { current: Effect.die(""), renew: () => Effect.die(""), secrets: () => [], scopes: () => ["read"] }
    expect(scopesOf(account)).toEqual([])
    const signedIn = { ...account, scopes: ["read", "write"] }
    expect(scopesOf(signedIn)).toEqual(["read", "write"])
    expect(scopesOf({ ...signedIn, tokens })).toEqual(["read"])
  })
})

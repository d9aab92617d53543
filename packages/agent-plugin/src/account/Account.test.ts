import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"

import { samplePlugin } from "../testing/sample-plugin.ts"
import { enteredFields, isReadOnly, make, normalValue, scopesOf, secretsOf, withTokens } from "./Account.ts"

const kind = samplePlugin.accountKinds[0]!
const noTransport = { send: () => Effect.die("nothing is sent") }

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
    ["maybe", [" Maybe "]],
    ["oneyes", ["OneYes"]],
    ["yesterday", ["yesterday"]],
    ["nobody", ["nobody"]],
    ["piano", ["piano"]]
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

  it.each([
    [{}, false],
    [{ read_only: "false" }, false],
    [{ read_only: "true" }, true],
    [{ read_only: "perhaps" }, true]
  ])("with the settings %j is read-only: %s", (settings, expected) => expect(isReadOnly(settings)).toBe(expected))

  it("has its token entered unless a sign-in fills it", () => {
    const fields = [...kind.fields, { ...kind.fields[2]!, name: "token" }]
    const namesOf = (signIn?: object) => enteredFields({ fields, ...(signIn && { signIn }) }).map(({ name }) => name)
    expect(namesOf()).toEqual(["base_url", "greeting", "api_key", "token"])
    expect(namesOf({})).toEqual(["base_url", "greeting", "api_key"])
  })

  it("has tokens minted once, if its kind mints them", () => {
    const account = make({ plugin: "sample", name: "a", kind, values: {}, revision: "1" })
    const tokens = { current: Effect.die(""), renew: () => Effect.die(""), secrets: () => [] }
    const ready = (one: typeof account, mint?: () => Effect.Effect<typeof tokens>) =>
      Effect.runSync(Effect.provideService(withTokens({ ...kind, ...(mint && { mint }) }, one), Transport, noTransport))
    expect(ready(account)).toBe(account)
    expect(ready(account, () => Effect.succeed(tokens))).toEqual({ ...account, tokens })
    const signedIn = { ...account, tokens }
    expect(ready(signedIn, () => Effect.die("minted again"))).toBe(signedIn)
  })
})

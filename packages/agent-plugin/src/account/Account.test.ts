import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"

import { samplePlugin } from "../testing/sample-plugin.ts"
import { make, secretsOf } from "./Account.ts"

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
})

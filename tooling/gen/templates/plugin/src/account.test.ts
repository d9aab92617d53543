import { make as makeAccount } from "@inlay/agent-plugin/Account"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { world } from "../tests/world.ts"
import { accessToken, settingsOf } from "./account.ts"
import { apiAddress } from "./vendors.ts"

const account = (values: Readonly<Record<string, string>>) =>
  makeAccount({ plugin: "starter", name: "work", kind: accessToken, values, revision: "1" })

describe("settings", () => {
  it("are the public service and a bearer token, unless said otherwise", () => {
    const { baseAddress, credential } = Result.getOrThrow(settingsOf(account({ token: "secret-token" })))
    expect(baseAddress).toEqual({ origin: apiAddress, path: "" })
    expect(credential.header).toBe("authorization")
    expect(Redacted.value(credential.value)).toBe("Bearer secret-token")
  })

  it.each([
    [{}, "Unauthorized", /the account work has no access token.*INLAY_STARTER_TOKEN/i],
    [{ token: "t", base_url: "http://api.example" }, "Refused", /plain http/]
  ])("refuse %j before anything is sent", (values, tag, words) => {
    const refused = settingsOf(account(values))
    expect(Result.isFailure(refused) && refused.failure.reason._tag).toBe(tag)
    expect(Result.isFailure(refused) && refused.failure.message).toMatch(words)
  })
})

describe("check", () => {
  const { check } = world()

  it("says whose token it is", async () => {
    expect(await check({})).toMatchObject({ ok: true, identity: "Sandbox user", problems: [] })
  })

  it("says what to do about a wrong one", async () => {
    const report = await check({ token: "another-token" })
    expect(report).toMatchObject({
      ok: false,
      problems: [{ what: expect.stringMatching(/key/), fix: expect.stringMatching(/./) }]
    })
    expect(JSON.stringify(report)).not.toContain("another-token")
  })
})

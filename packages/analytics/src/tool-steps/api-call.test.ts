import { expect, it } from "vitest"

import { SHOP } from "../../tests/sandbox.ts"
import { stepWorld } from "../../tests/steps.ts"
import { apiCall } from "./api-call.ts"

const { run, reason, sandbox } = stepWorld(apiCall)

it("answers every example, of both services", async () => {
  for (const input of sandbox().examples["analytics_api_call"]?.match ?? []) expect((await run(input)).status).toBe(200)
  for (const input of sandbox().examples["analytics_api_call"]?.noMatch ?? []) {
    expect(["NotFound", "Forbidden"]).toContain((await reason(input))._tag)
  }
})

it("accepts a leading slash, and an explicit service if the path is ambiguous", async () => {
  expect(await run({ method: "GET", endpoint: `/v1beta/${SHOP}` })).toMatchObject({ status: 200 })
  expect(await run({ api: "data", method: "GET", endpoint: `v1beta/${SHOP}/metadata` })).toMatchObject({ status: 200 })
  expect(await reason({ api: "data", method: "GET", endpoint: `v1beta/${SHOP}` })).toMatchObject({ _tag: "NotFound" })
})

it("stays at the account's base URLs", async () => {
  expect(await reason({ method: "GET", endpoint: "https://elsewhere.example/v1beta" })).toMatchObject({
    _tag: "Refused",
    guard: "endpoint"
  })
})

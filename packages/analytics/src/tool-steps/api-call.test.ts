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

it("takes a slash, and the service where the path does not tell", async () => {
  expect(await run({ method: "GET", endpoint: `/v1beta/${SHOP}` })).toMatchObject({ status: 200 })
  expect(await run({ api: "data", method: "GET", endpoint: `v1beta/${SHOP}/metadata` })).toMatchObject({ status: 200 })
  expect(await reason({ api: "data", method: "GET", endpoint: `v1beta/${SHOP}` })).toMatchObject({ _tag: "NotFound" })
})

it("stays at the account's addresses", async () => {
  expect(await reason({ method: "GET", endpoint: "https://elsewhere.example/v1beta" })).toMatchObject({
    _tag: "Refused",
    guard: "endpoint"
  })
})

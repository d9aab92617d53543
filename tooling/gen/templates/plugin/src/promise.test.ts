import { afterAll, beforeAll, expect, it } from "vitest"

import { startSandbox, type RunningSandbox } from "../sandbox/index.ts"
import { createStarter, ProviderError } from "./promise.ts"

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const client = (token = sandbox.env.INLAY_STARTER_TOKEN) => createStarter({ baseUrl: sandbox.urls.starter, token })

it("reads an item", async () => {
  expect(await client().items.get({ id: "itm_1" })).toMatchObject({ id: "itm_1", name: "First item" })
})

it("throws a ProviderError with its reason", async () => {
  const error: unknown = await client("another-token")
    .items.get({ id: "itm_1" })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProviderError)
  expect(error).toMatchObject({ reason: { _tag: "Unauthorized" } })
})

it("stops when it is aborted", async () => {
  const abort = new AbortController()
  const pending = client().items.get({ id: "fault-hang" }, { signal: abort.signal })
  setTimeout(() => abort.abort(), 50)
  await expect(pending).rejects.toThrow()
})

it("refuses a base address on plain http at once", () => {
  expect(() => createStarter({ baseUrl: "http://api.provider.example", token: "t" })).toThrow(/plain http/)
})

import { startSandbox, type RunningSandbox } from "@inlay/codehost-sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { createCodeHost, ProviderError } from "./promise.ts"

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const widgets = { owner: "acme", repo: "widgets" }
const client = (token: string = sandbox.env.INLAY_CODEHOST_TOKEN) =>
  createCodeHost({ baseUrl: sandbox.urls.codehost, token, writePauseMillis: 0 })

const fault = (name: string) =>
  fetch(`${sandbox.control}/faults`, { method: "POST", body: JSON.stringify({ fault: name }) })

const caught = (call: Promise<unknown>) => call.catch((thrown: unknown) => thrown)

it("reads and writes", async () => {
  const code = client()
  expect(await code.repositories.get(widgets)).toMatchObject({ full_name: "acme/widgets" })
  expect(await code.repositories.star(widgets)).toEqual({ starred: true })
  expect(code.rateLimit()).toMatchObject({ limit: 5000 })
})

it("throws a ProviderError with its reason", async () => {
  const error = await caught(client("another-token").repositories.get(widgets))
  expect(error).toBeInstanceOf(ProviderError)
  expect(error).toMatchObject({
    reason: { _tag: "Unauthorized" },
    resource: "GET /codehost/repos/acme/widgets",
    status: 401,
    requestId: expect.any(String) as string
  })
  expect(String(error)).toMatch(/\(repositories\.get: GET \/codehost\/repos\/acme\/widgets, status 401, request .+\)$/)
  expect((error as Error).stack).toContain("promise.test.ts")
})

it("names the missing or unknown option in a sentence", () => {
  expect(() => createCodeHost({} as never)).toThrow("token is missing: an access token of the service")
  expect(() => createCodeHost({ token: "a\nb" })).toThrow("The account's key contains a character that is not allowed")
  expect(() => createCodeHost({ token: "t", url: "https://host.example" } as never)).toThrow(
    /url is not an option; there are/
  )
})

it.each([[["widgets"]], [["acme/widgets", "https://github.com/acme/gears"]], [[7]], ["acme/widgets"]])(
  "refuses names that would let no call through: %j",
  (repositories) =>
    expect(() => createCodeHost({ token: "t", repositories: repositories as never })).toThrow(
      "repositories must be a list of owner/repo names"
    )
)

it("refuses a number of places, pages or milliseconds that would let no call through", () => {
  const create = (options: object) => () => createCodeHost({ token: "t", ...options })
  expect(create({ concurrency: 0 })).toThrow("concurrency must be a whole number, 1 or more")
  expect(create({ pagesAhead: NaN })).toThrow("pagesAhead must be a whole number, 1 or more")
  expect(create({ writePauseMillis: NaN })).toThrow("writePauseMillis must be a number, 0 or more")
  expect(create({ searchPauseMillis: -1 })).toThrow("searchPauseMillis must be a number, 0 or more")
})

it("refuses headers that it would not send", () => {
  const create = (headers: unknown) => () => createCodeHost({ token: "t", headers } as never)
  expect(create(new Headers({ "x-tenant": "acme" }))).toThrow("headers must be an object of texts")
  expect(create(new Map([["x-tenant", "acme"]]))).toThrow("headers must be an object of texts")
  expect(create({ "x-tenant": "ac\nme" })).toThrow("headers.x-tenant must be visible ASCII characters")
  expect(create({ Authorization: "Bearer x" })).toThrow("headers.Authorization cannot be set")
})

it("sends its headers with every request, those that are undefined left out", async () => {
  const token = sandbox.env.INLAY_CODEHOST_TOKEN
  const headers = { "X-Tenant": "acme", "x-none": undefined }
  const code = createCodeHost({ baseUrl: sandbox.urls.codehost, token, headers } as never)
  expect(await code.repositories.get(widgets)).toMatchObject({ full_name: "acme/widgets" })
})

it("takes an option that is undefined as left out", async () => {
  const token = sandbox.env.INLAY_CODEHOST_TOKEN
  const code = createCodeHost({ baseUrl: sandbox.urls.codehost, token, concurrency: undefined } as never)
  expect(await code.repositories.get(widgets, { timeLimitMillis: 5_000 })).toMatchObject({ full_name: "acme/widgets" })
})

describe("a whole list", () => {
  it("is an async iterable of items, and of pages", async () => {
    const { items, pages } = client().releases.list({ ...widgets, per_page: 2 })
    const names: Array<string> = []
    for await (const { tag_name } of items) names.push(tag_name)
    const sizes: Array<number> = []
    for await (const page of pages) sizes.push(page.items.length)
    expect(names.length).toBeGreaterThan(2)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(names.length)
  })

  it("throws the error of its pages", async () => {
    const read = async () => {
      for await (const item of client("another-token").releases.list(widgets).items) expect(item).toBeUndefined()
    }
    expect(await caught(read())).toMatchObject({ reason: { _tag: "Unauthorized" } })
  })

  it("stops when it is aborted, and each of its requests at its timeout", async () => {
    await fault("hang")
    const abort = new AbortController()
    const read = async (options: object) => {
      for await (const item of client().releases.list(widgets, options).items) expect(item).toBeUndefined()
    }
    const pending = caught(read({ signal: abort.signal }))
    setTimeout(() => abort.abort(), 50)
    expect(await pending).toBeInstanceOf(Error)
    await fault("hang")
    expect(await caught(read({ timeLimitMillis: 200 }))).toMatchObject({ reason: { _tag: "Timeout" } })
  })
})

it("stops a call when it is aborted", async () => {
  await fault("hang")
  const abort = new AbortController()
  const pending = client().repositories.get(widgets, { signal: abort.signal })
  setTimeout(() => abort.abort(), 50)
  await expect(pending).rejects.toMatchObject({ name: "AbortError" })
})

it("refuses a base address with plain http immediately", () => {
  expect(() => createCodeHost({ baseUrl: "http://api.provider.example", token: "t" })).toThrow(/plain http/)
})

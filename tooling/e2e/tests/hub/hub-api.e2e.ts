// Checks the extension's module for the hub's API against the hub: its OpenAPI document says that every endpoint
// accepts what the extension sends and always returns what it reads, and responses of a running hub are read.
import { startSandbox } from "@inlay/sandbox"
import { afterAll, describe, expect, test } from "vitest"

import { api } from "../../../../apps/extension/providers/hub/api.ts"
import type { Endpoint } from "../../../../apps/extension/providers/hub/endpoint.ts"
import { startHub } from "../../src/product/hub.ts"

const hub = await startHub()
const sandbox = await startSandbox()
afterAll(async () => {
  await hub.close()
  await sandbox.close()
})

const signIn = async (): Promise<string> => {
  const response = await fetch(`${hub.url}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: hub.url },
    body: JSON.stringify({ link: new URL(hub.link).hash.slice(1) })
  })
  return response.headers.get("set-cookie")?.split(";", 1)[0] ?? ""
}
const cookie = await signIn()

const ask = async (method: string, path: string, body?: unknown, token?: string) => {
  const response = await fetch(hub.url + path, {
    method,
    headers: {
      ...(token === undefined ? { cookie, origin: hub.url } : { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" })
    },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  return { status: response.status, json: response.status === 204 ? null : ((await response.json()) as unknown) }
}

interface Shape {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: ReadonlyArray<string>
}
interface Operation {
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required?: boolean }>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Shape }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Shape }>> }>
  >
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Shape>> }
}
const document = (await ask("GET", "/openapi.json")).json as Document

const whole = (shape: Shape | undefined): Shape =>
  shape?.$ref === undefined ? (shape ?? {}) : whole(document.components.schemas[shape.$ref.split("/").at(-1) ?? ""])

const json = (content: Readonly<Record<string, { readonly schema: Shape }>> | undefined) =>
  whole(content?.["application/json"]?.schema)

const SUBSCRIPTION = ["trigger", "account", "target", "filters"]
/** What the extension sends, including what it may leave out: names in the query string, and fields of the body. */
const SENT: { readonly [Name in keyof typeof api]?: readonly ["query" | "body", ReadonlyArray<string>] } = {
  hub: ["query", ["token", "nonce", "address"]],
  pair: ["body", ["code", "browser", "replaces"]],
  preview: ["body", ["input", "account"]],
  run: ["body", ["input", "account", "unknownCharge", "refresh", "maxCredits"]],
  settle: ["body", ["charged"]],
  usage: ["query", ["days"]],
  subscriptions: ["query", ["account"]],
  health: ["query", ["account"]],
  switch: ["body", ["enabled"]],
  try: ["body", SUBSCRIPTION],
  subscribe: ["body", [...SUBSCRIPTION, "url"]],
  replay: ["body", ["ids"]]
}

describe.each(Object.entries(api) as ReadonlyArray<readonly [keyof typeof api, Endpoint<unknown>]>)(
  "%s",
  (name, { method, path, isAnswer }) => {
    const [where, sent] = SENT[name] ?? ["body", []]
    const query = where === "query" ? sent : []
    const body = where === "body" ? sent : []
    const operation = document.paths[path]?.[method.toLowerCase()]

    test("is in the document, and accepts the request that is sent", () => {
      expect(operation).toBeDefined()
      const parameters = operation?.parameters ?? []
      const accepted = parameters.filter((one) => one.in === "query").map((one) => one.name)
      expect(accepted).toEqual(expect.arrayContaining([...query]))
      expect(
        parameters.filter((one) => one.in === "query" && one.required === true && !query.includes(one.name))
      ).toEqual([])
      const taken = json(operation?.requestBody?.content)
      expect(Object.keys(taken.properties ?? {})).toEqual(expect.arrayContaining([...body]))
      expect((taken.required ?? []).filter((field) => !body.includes(field))).toEqual([])
    })

    test("always returns the fields that are read", () => {
      const success = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith("2"))
      if (isAnswer === undefined) return expect(success?.[0]).toBe("204")
      const { required = [] } = json(success?.[1].content)
      expect(required.length).toBeGreaterThan(0)
      // A response must contain the required fields, and the guard rejects one without them.
      return expect(isAnswer({})).toBe(false)
    })
  }
)

test("a running hub's responses are understood, from the greeting to the end of the pairing", async () => {
  const { code } = (await ask("POST", "/api/pairing-codes", { grant: { readOnly: false } })).json as {
    readonly code: string
  }
  const reads = (
    endpoint: Endpoint<unknown>,
    { status, json: answer }: { readonly status: number; readonly json: unknown }
  ) =>
    expect([endpoint.path, status < 300, endpoint.isAnswer?.(answer) ?? status === 204, answer]).toEqual([
      endpoint.path,
      true,
      true,
      answer
    ])
  reads(api.hub, await ask("GET", api.hub.path, undefined, "none"))
  const paired = await ask("POST", api.pair.path, { code, browser: "Chrome on Linux" }, "none")
  reads(api.pair, paired)
  const { token, tokenId } = paired.json as { readonly token: string; readonly tokenId: string }
  const challenge = new URLSearchParams({ token: tokenId, nonce: "0f".repeat(32), address: hub.url })
  reads(api.hub, await ask("GET", `${api.hub.path}?${challenge.toString()}`, undefined, "none"))
  const env = sandbox.plugins["salesdata"]?.env ?? {}
  const values = { base_url: env["INLAY_SALESDATA_BASE_URL"], api_key: env["INLAY_SALESDATA_API_KEY"] }
  expect((await ask("POST", "/api/accounts", { plugin: "salesdata", name: "team", values })).status).toBe(201)
  for (const endpoint of [api.plugins, api.accounts, api.charges, api.usage, api.subscriptions, api.health]) {
    reads(endpoint, await ask("GET", endpoint.path, undefined, token))
  }
  const step = { input: { profilenet_slug: "ann-lee" }, account: "team" }
  const at = (endpoint: Endpoint<unknown>) => endpoint.path.replace("{id}", "salesdata_people_enrichment")
  reads(api.preview, await ask("POST", at(api.preview), step, token))
  reads(api.run, await ask("POST", at(api.run), step, token))
  reads(api.unpair, await ask("DELETE", api.unpair.path, undefined, token))
  expect((await ask("GET", api.accounts.path, undefined, token)).status).toBe(401)
})

import type { Sandbox } from "@inlay/sandbox-kit/sandbox"
import { afterAll, beforeAll, expect, test } from "vitest"

import { startSandbox, type RunningSandbox } from "./index.ts"
import { listingJson } from "./listing.ts"
import { plugins } from "./plugins.gen.ts"
import { assertDistinct } from "./routes.ts"

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

test("each plugin's service, control API and pages respond on the same port", async () => {
  for (const { control, id, urls } of sandbox.descriptions) {
    expect(control).toBe(`${sandbox.origin}/control/${id}`)
    expect((await fetch(`${control}/calls`)).status).toBe(200)
    for (const [name, url] of Object.entries(urls)) {
      expect(url.startsWith(sandbox.origin), name).toBe(true)
      if (/page$/i.test(name)) expect((await fetch(url)).status, name).toBe(200)
    }
    const outside = await fetch(`${sandbox.origin}/${id}/no-such-endpoint`)
    expect([outside.status, outside.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"])
  }
})

test("inputs, variables and addresses are listed for each plugin", () => {
  expect(Object.keys(sandbox.plugins)).toEqual(plugins.map((make) => make().id))
  for (const [id, { control, env, examples }] of Object.entries(sandbox.plugins)) {
    expect(control).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/control\//)
    for (const name of Object.keys(env)) expect(name).toMatch(/^INLAY_[A-Z0-9_]+$/)
    for (const [step, { match, noMatch }] of Object.entries(examples)) {
      expect(step.startsWith(`${id}_`)).toBe(true)
      expect(match.length * noMatch.length).toBeGreaterThan(0)
    }
  }
})

test("further values that calls need are listed by name, and at the top level of the JSON line", () => {
  const names = ["analyticsToken", "codehostToken", "owner", "property", "repo"]
  expect(Object.keys(sandbox.values).toSorted()).toEqual(names)
  expect(JSON.parse(listingJson(sandbox))).toMatchObject(sandbox.values)
})

test("the official analytics clients, which have no base path, are served at the root", async () => {
  const { analyticsToken = "", property = "" } = sandbox.values
  const headers = { authorization: `Bearer ${analyticsToken}` }
  const response = await fetch(`${sandbox.origin}/v1beta/${property}`, { headers })
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ name: property })])
})

test("the index page lists all of this and runs no script", async () => {
  const response = await fetch(sandbox.origin)
  const text = await response.text()
  expect(response.headers.get("content-security-policy")).not.toContain("script-src")
  expect(text).not.toContain("<script")
  for (const { env, urls } of sandbox.descriptions) {
    for (const value of [...Object.values(urls), ...Object.values(env)]) expect(text).toContain(value)
  }
})

test("any other path is 404 in JSON", async () => {
  for (const path of ["/nothing", "/control", "/control/nothing/calls", "/favicon.ico"]) {
    const response = await fetch(`${sandbox.origin}${path}`)
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.json()).toMatchObject({ error: "not_found" })
  }
})

test("two plugins cannot use the same path", () => {
  const nothing = (): void => undefined
  const make = (id: string, pagePrefixes: ReadonlyArray<string>): Sandbox => ({
    id,
    handlers: { api: nothing, control: nothing, pages: nothing },
    pagePrefixes,
    describe: () => ({ urls: {}, env: {}, examples: {}, control: "" })
  })
  expect(() => assertDistinct([make("one", ["/in"]), make("two", ["/out"])])).not.toThrow()
  expect(() => assertDistinct([make("one", ["/in"]), make("two", ["/in"])])).toThrow("/in")
  expect(() => assertDistinct([make("one", ["/two"]), make("two", [])])).toThrow("/two")
})

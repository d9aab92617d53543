import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { samplePlugin } from "../testing/sample-plugin.ts"
import { sketchPlugin } from "../testing/sketch-plugin/index.ts"
import type { AccountKind } from "./Account.ts"
import { envOf, fromEnvironment, variablesOf } from "./Environment.ts"

const ADDRESSES = { INLAY_SKETCH_DATA_BASE_URL: "https://a.example", INLAY_SKETCH_ADMIN_BASE_URL: "https://b.example" }

const kind = samplePlugin.accountKinds[0]!

describe("an account from the environment", () => {
  it("names a field's variable after the plugin, or as the field says", () => {
    expect(envOf("sample", { name: "base_url" })).toBe("INLAY_SAMPLE_BASE_URL")
    expect(envOf("sample", { name: "file", env: "GOOGLE_APPLICATION_CREDENTIALS" })).toBe(
      "GOOGLE_APPLICATION_CREDENTIALS"
    )
  })

  it("makes the account env, with defaults, if any variable is set", () => {
    const account = fromEnvironment(samplePlugin, {
      INLAY_SAMPLE_BASE_URL: " https://a.example ",
      INLAY_SAMPLE_API_KEY: "k-123"
    })
    expect(account).toMatchObject({
      plugin: "sample",
      name: "env",
      kind: "key",
      settings: { base_url: "https://a.example", greeting: "Hello" }
    })
    expect(Redacted.value(account!.secrets["api_key"]!)).toBe("k-123")
  })

  it("makes no account that needs a sign-in, because an environment cannot sign in", () => {
    const signIn = { device: () => Effect.die("not here"), refresh: () => Effect.die("not here") }
    const env = { INLAY_SAMPLE_API_KEY: "k-123" }
    expect(fromEnvironment({ id: "sample", accountKinds: [{ ...kind, signIn }] }, env)).toBeUndefined()
    expect(fromEnvironment({ id: "sample", accountKinds: [{ ...kind, signIn }, kind] }, env)?.kind).toBe(kind.id)
  })

  it("names no variables of a kind that needs a sign-in, or that has no required ones without a default", () => {
    const named = (more: object) => variablesOf("sample", [{ ...kind, ...more }])
    expect(named({})).toEqual([["INLAY_SAMPLE_BASE_URL", "INLAY_SAMPLE_API_KEY"]])
    expect(named({ signIn: {} })).toEqual([])
    expect(named({ environment: [] })).toEqual([])
    expect(named({ fields: kind.fields.map((field) => ({ ...field, default: "any" })) })).toEqual([])
  })

  it("is always there if its kind needs no variables, unless another has all of its own", () => {
    const open: AccountKind = { ...kind, id: "open", environment: [] }
    const plugin = { id: "sample", accountKinds: [open, kind] }
    expect(fromEnvironment(plugin, {})?.kind).toBe("open")
    expect(fromEnvironment(plugin, { INLAY_SAMPLE_API_KEY: "k-123" })?.kind).toBe("open")
    const optional = { ...kind, id: "optional", fields: kind.fields.map((one) => ({ ...one, required: false })) }
    const set = { INLAY_SAMPLE_API_KEY: "k-123", INLAY_SAMPLE_BASE_URL: "https://a.example" }
    expect(fromEnvironment({ id: "sample", accountKinds: [optional, kind] }, set)?.kind).toBe("key")
  })

  it("has the first kind of those with as many variables set", () => {
    const other = { ...kind, id: "other" }
    const accountKinds = [kind, other]
    expect(fromEnvironment({ id: "sample", accountKinds }, { INLAY_SAMPLE_API_KEY: "k-123" })?.kind).toBe("key")
  })

  it("names the variables of each kind", () => {
    expect(variablesOf(sketchPlugin.id, sketchPlugin.accountKinds)).toEqual([
      ["INLAY_SKETCH_DATA_BASE_URL", "INLAY_SKETCH_ADMIN_BASE_URL", "INLAY_SKETCH_TOKEN"],
      ["INLAY_SKETCH_CLIENT_ID", "INLAY_SKETCH_CLIENT_SECRET", "INLAY_SKETCH_REFRESH_TOKEN"],
      ["SKETCH_CREDENTIALS"]
    ])
  })

  it.each<[Record<string, string>, string]>([
    [{ INLAY_SKETCH_TOKEN: "t" }, "token"],
    [
      { INLAY_SKETCH_CLIENT_ID: "c", INLAY_SKETCH_CLIENT_SECRET: "s", INLAY_SKETCH_REFRESH_TOKEN: "r" },
      "refresh_token"
    ],
    [{ SKETCH_CREDENTIALS: "/key.json" }, "service_account"],
    [{ INLAY_SKETCH_TOKEN: "t", ...ADDRESSES, SKETCH_CREDENTIALS: "/key.json" }, "token"],
    [{ INLAY_SKETCH_CLIENT_ID: "c", INLAY_SKETCH_REFRESH_TOKEN: "r" }, "refresh_token"],
    [{ INLAY_SKETCH_CLIENT_ID: "c", ...ADDRESSES, SKETCH_CREDENTIALS: "/key.json" }, "service_account"],
    [ADDRESSES, "token"]
  ])("has the kind that matches its variables: %j", (env, id) => {
    expect(fromEnvironment(sketchPlugin, env, () => "{}")?.kind).toBe(id)
  })

  it("has the content of the file that a variable names, and nothing if that cannot be read", () => {
    const env = { SKETCH_CREDENTIALS: "/key.json" }
    const account = fromEnvironment(sketchPlugin, env, (path) => `content of ${path}`)
    expect(Redacted.value(account?.secrets["key_file"] ?? Redacted.make(""))).toBe("content of /key.json")
    expect(fromEnvironment(sketchPlugin, env, () => undefined)?.secrets).toEqual({})
  })

  it("makes no account of a variable of other programs unless it is valid, or another is set", () => {
    const field = { name: "key", label: "Key", type: "file", secret: true, required: true, help: "", env: "KEY_FILE" }
    const shared: AccountKind = {
      ...kind,
      fields: [{ ...field, type: "file", shared: true }, ...kind.fields.map((one) => ({ ...one, required: false }))],
      validate: ({ secrets }) =>
        secrets["key"] !== undefined && Redacted.value(secrets["key"]) === "right"
          ? Result.succeed(undefined)
          : Result.fail(invalid("sample", "connect", [{ field: "key", message: "is wrong" }]))
    }
    const plugin = { id: "sample", accountKinds: [shared] }
    const only = { KEY_FILE: "/key.json" }
    expect(fromEnvironment(plugin, only, () => "right")).toMatchObject({ name: "env", standsBack: true })
    expect(fromEnvironment(plugin, only, () => "wrong")).toBeUndefined()
    expect(fromEnvironment(plugin, only, () => undefined)).toBeUndefined()
    const both = fromEnvironment(plugin, { ...only, INLAY_SAMPLE_BASE_URL: "https://a.example" }, () => "wrong")
    expect(both).toMatchObject({ name: "env" })
    expect(both).not.toHaveProperty("standsBack")
  })

  it("makes no account if no variable is set or all are blank", () => {
    expect(fromEnvironment(samplePlugin, {})).toBeUndefined()
    expect(fromEnvironment(samplePlugin, { INLAY_SAMPLE_API_KEY: "  " })).toBeUndefined()
  })
})

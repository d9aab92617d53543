import { make, type AccountKind, type Field } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { ProviderError, invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it, vi } from "vitest"

import { connected, shownSetting } from "../accounts/plugin-account.ts"
import { howToConnect, problems } from "./account-problems.ts"
import { adviceFor, shownProblem } from "./words.ts"

const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  label: name,
  type: "text",
  secret: false,
  required: false,
  help: "",
  ...more
})

const kind: AccountKind = {
  id: "key",
  title: "Key",
  fields: [
    field("base_url", { label: "Base address", type: "url", required: true }),
    field("api_key", { label: "API key", secret: true, required: true }),
    field("cap", { env: "SAMPLE_CAP" })
  ],
  validate: Result.succeed,
  check: () => Effect.succeed({ ok: true, scopes: [], limits: [], problems: [] })
}

const sample = (validate: AccountKind["validate"]): Plugin => ({
  id: "sample",
  title: "Sample",
  description: "",
  status: "beta",
  accountKinds: [{ ...kind, validate }],
  toolSteps: [],
  triggers: [],
  connect: () => Effect.die("no account is connected here")
})

const works = sample(Result.succeed)
const env = { INLAY_SAMPLE_BASE_URL: "https://api.example", INLAY_SAMPLE_API_KEY: "s3cret" }
const problemsOf = (plugin: Plugin, variables: Record<string, string>) => {
  const [account] = connected([plugin], variables, [])
  if (account === undefined) throw new Error("no account")
  return problems(account).map(shownProblem)
}

describe("accounts of the environment", () => {
  it("are listed if one of their variables is set", () => {
    expect(connected([works], {}, [])).toEqual([])
    expect(connected([works], { INLAY_SAMPLE_BASE_URL: " " }, [])).toEqual([])
    expect(connected([works], env, [])[0]?.account.name).toBe("env")
    expect(howToConnect(works, [])).toBe(
      "Run `inlay connect sample`, or set INLAY_SAMPLE_BASE_URL and INLAY_SAMPLE_API_KEY."
    )
  })

  it("name the variable of what is missing", () => {
    expect(problemsOf(works, env)).toEqual([])
    expect(problemsOf(works, { SAMPLE_CAP: "1" })).toEqual([
      { what: "Base address: not given.", fix: "Set INLAY_SAMPLE_BASE_URL." },
      { what: "API key: not given.", fix: "Set INLAY_SAMPLE_API_KEY." }
    ])
  })

  it("name the variable of what is wrong", () => {
    const wrong = sample(() =>
      Result.fail(invalid("sample", "connect", [{ field: "cap", message: "must be a number" }]))
    )
    expect(problemsOf(wrong, env)).toEqual([{ what: "cap must be a number.", fix: "Correct SAMPLE_CAP." }])
    const refusal = sample(() =>
      Result.fail(
        new ProviderError({
          provider: "sample",
          operation: "connect",
          reason: { _tag: "Refused", guard: "baseAddress", what: "Plain http.", remedy: { to: "writeAddress" } }
        })
      )
    )
    expect(problemsOf(refusal, env)).toEqual([{ what: "Plain http.", fix: "Correct INLAY_SAMPLE_BASE_URL." }])
  })

  it("are shown without what somebody put into an address", () => {
    const url = field("base_url", { type: "url" })
    expect(shownSetting(url, "https://jane:pw@api.example/v1?key=abc#x")).toBe(
      "https://<redacted>@api.example/v1?<redacted>"
    )
    expect(shownSetting(url, "https://api.example/v1")).toBe("https://api.example/v1")
    expect(shownSetting(field("name"), "a?b@c")).toBe("a?b@c")
  })

  it("of a variable of other programs that is set already say why it is not enough", () => {
    vi.stubEnv("SAMPLE_CREDENTIALS", "/other-program.json")
    const connectable = { plugin: "sample", variables: [["INLAY_SAMPLE_API_KEY"], ["SAMPLE_CREDENTIALS"]] }
    const reason = { _tag: "Unauthorized", what: "No account.", remedy: { to: "connect" }, connectable } as const
    expect(adviceFor(new ProviderError({ provider: "sample", operation: "accounts", reason }))).toBe(
      "Run `inlay connect sample`, or set INLAY_SAMPLE_API_KEY, or set SAMPLE_CREDENTIALS. SAMPLE_CREDENTIALS is set, but its file cannot be read or is of another kind."
    )
    vi.stubEnv("OTHER_ID", "7")
    const pair = { plugin: "sample", variables: [["OTHER_ID", "OTHER_KEY"]] }
    const halfGiven = { ...reason, connectable: pair }
    expect(adviceFor(new ProviderError({ provider: "sample", operation: "accounts", reason: halfGiven }))).toBe(
      "Run `inlay connect sample`, or set OTHER_ID and OTHER_KEY."
    )
    vi.unstubAllEnvs()
  })

  it("are connected by the command or the variables that a failure's facts name", () => {
    const connectable = { plugin: "sample", variables: [["INLAY_SAMPLE_BASE_URL", "INLAY_SAMPLE_API_KEY"]] }
    const reason = { _tag: "Unauthorized", what: "No account.", remedy: { to: "connect" }, connectable } as const
    const error = new ProviderError({ provider: "sample", operation: "accounts", reason })
    expect(adviceFor(error)).toBe(howToConnect(works, []))
  })
})

describe("a stored account", () => {
  const key = field("key_file", { label: "Key file", type: "file", secret: true, required: true })
  const storedWith = (validate: AccountKind["validate"], secrets: Readonly<Record<string, string>>) => {
    const one = { ...kind, fields: [key, field("cap")], validate }
    const account = make({ plugin: "sample", name: "work", kind: one, values: secrets, revision: "1" })
    return problems({ plugin: works, kind: one, account }).map(shownProblem)
  }

  it("says by which command it is connected anew with what is missing or wrong", () => {
    expect(storedWith(Result.succeed, {})).toEqual([
      { what: "Key file: not given.", fix: "Run `inlay connect sample --name work --replace`." }
    ])
    const wrong = Result.fail(invalid("sample", "connect", [{ field: "cap", message: "must be a number" }]))
    expect(storedWith(() => wrong, { key_file: "{}" })).toEqual([
      { what: "cap must be a number.", fix: "Run `inlay connect sample --name work --replace --set cap=VALUE`." }
    ])
  })
})

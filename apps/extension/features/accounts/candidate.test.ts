import { plugin } from "@inlay/salesdata/browser"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"

import { candidateOf } from "./candidate.ts"

const kind = plugin.accountKinds[0]!

const ENTERED = { base_url: "https://api.provider.example/v1", api_key: "", cap_day: "5" }
const KEY = { api_key: Redacted.make("stored") }

/** The account that is stored if exactly this was entered before. */
const storedAs = (values: Readonly<Record<string, string>>, secrets = KEY) => {
  const ref = { plugin: "salesdata", account: "default", values }
  const { settings } = candidateOf(kind, ref, { account: undefined, secrets: {} }).candidate
  return { account: { kind: kind.id, settings }, secrets }
}

const build = (values: Readonly<Record<string, string>>, stored: Parameters<typeof candidateOf>[2]) =>
  candidateOf(kind, { plugin: "salesdata", account: "default", values: { ...ENTERED, ...values } }, stored)

const keyOf = ({ candidate }: ReturnType<typeof build>): string | undefined =>
  candidate.secrets["api_key"] && Redacted.value(candidate.secrets["api_key"])

describe("the stored key", () => {
  it("is kept if none is entered, and replaced by one that is", () => {
    const stored = storedAs(ENTERED)
    expect(keyOf(build({}, stored))).toBe("stored")
    expect(keyOf(build({ api_key: "new" }, stored))).toBe("new")
  })

  it("belongs to its origin: at another one it is missing, at another path it is not", () => {
    const stored = storedAs(ENTERED)
    const moved = build({ base_url: "https://other.example/v1" }, stored)
    expect(keyOf(moved)).toBeUndefined()
    expect(moved.missing).toEqual([{ is: "missing", field: "api_key", belongsTo: "oldAddress" }])
    expect(keyOf(build({ base_url: "https://api.provider.example/v2" }, stored))).toBe("stored")
  })

  it("belongs to its kind of account", () => {
    const { account, secrets } = storedAs(ENTERED)
    const other = build({}, { account: { ...account, kind: "other" }, secrets })
    expect(keyOf(other)).toBeUndefined()
    expect(other.missing).toEqual([{ is: "missing", field: "api_key" }])
  })

  it("is missing if the account can no longer be opened", () => {
    const { account } = storedAs(ENTERED)
    expect(build({}, { account, secrets: {} }).missing).toEqual([{ is: "missing", field: "api_key" }])
  })
})

it("lists every required field of a new account that is empty", () => {
  const { missing } = build({ base_url: " " }, { account: undefined, secrets: {} })
  expect(missing).toEqual([
    { is: "missing", field: "base_url" },
    { is: "missing", field: "api_key" }
  ])
})

it.each([
  [{ cap_day: "6" }, true],
  [{ cap_day: "" }, true],
  [{}, false],
  [{ cap_day: "6", profile_site: "network.example" }, false],
  [{ cap_day: "6", api_key: "new" }, false],
  [{ cap_day: "6", base_url: "https://other.example/v1" }, false]
])("%j changes only numbers: %s", (values, isNumbersOnly) => {
  expect(build(values, storedAs(ENTERED)).isNumbersOnly).toBe(isNumbersOnly)
})

import { startSandbox as startCodeHost } from "@inlay/codehost-sandbox"
import { startSandbox as startSalesData } from "@inlay/salesdata-sandbox"
import { beforeEach, expect, it } from "vitest"

import { holdFor, holdInput, redactor, redactorOf, release, releaseAll } from "./known-secrets.ts"

// Tests of other files, which run in the same process, may have left secrets that occur in the texts of these.
beforeEach(releaseAll)

const visible = (...secrets: ReadonlyArray<string>) =>
  secrets.filter((secret) => redactor.text(`a ${secret} b`).includes(secret))

it("holds every account's secrets, however often another account's token is renewed", () => {
  holdFor("one", ["first-account-key-0001"])
  const tokens = Array.from({ length: 3_000 }, (_, n) => `renewed-token-${String(n).padStart(6, "0")}`)
  for (const token of tokens) holdFor("two", [token])
  expect(visible("first-account-key-0001")).toEqual([])
  // A call in progress may still use the previous token.
  expect(visible(...tokens.slice(-2))).toEqual([])
  expect(visible(tokens[0]!)).toEqual([tokens[0]])
})

it("forgets an account that is gone, and nothing that somebody typed", () => {
  holdFor("three", ["third-account-key-0003"])
  holdInput(["typed-secret-000004"])
  release("three")
  expect(visible("third-account-key-0003", "typed-secret-000004")).toEqual(["third-account-key-0003"])
})

it("holds the latest inputs of a server, whose every connection and sign-in adds some", () => {
  const inputs = Array.from({ length: 3_000 }, (_, n) => `input-secret-${String(n).padStart(6, "0")}`)
  for (const input of inputs) holdInput([input])
  expect(visible(...inputs.slice(-200))).toEqual([])
  // An input that is used again counts as new.
  const [again = "", next = ""] = inputs.slice(-200)
  holdInput([again])
  holdInput(["one-more-secret-000006"])
  expect(visible(again, next)).toEqual([next])
})

it("forgets all of it when another command begins", () => {
  holdFor("four", ["fourth-account-key-0004"])
  holdInput(["typed-secret-000005"])
  expect(visible("fourth-account-key-0004", "typed-secret-000005")).toEqual([])
  releaseAll()
  expect(visible("fourth-account-key-0004", "typed-secret-000005")).toHaveLength(2)
})

it("leaves the words of the sandboxes' settings in texts, and hides their keys", async () => {
  const [codeHost, salesData] = await Promise.all([startCodeHost(), startSalesData()])
  const env: Readonly<Record<string, string>> = {
    ...codeHost.env,
    ...salesData.env,
    INLAY_SALESDATA_KEY_HEADER: "authorization"
  }
  const keys = `${env["INLAY_CODEHOST_TOKEN"]} ${env["INLAY_SALESDATA_API_KEY"]}`
  expect(redactorOf(env).text(`authorization header fails: ${keys}`)).toBe(
    "authorization header fails: <redacted> <redacted>"
  )
  await Promise.all([codeHost.close(), salesData.close()])
})

it.each([
  ["INLAY_CODEHOST_AUTH_SCHEME", "token"],
  ["INLAY_CODEHOST_AUTH_HEADER", "x-gateway"],
  ["INLAY_ANALYTICS_TOKEN_URL", "https://auth.example/token"],
  ["DESKTOP_SESSION", "cinnamon"],
  ["GDMSESSION", "cinnamon"],
  ["PROXY_AUTH_HEADER", "authorization"],
  ["PROXY_AUTH_SCHEME", "negotiate"],
  ["OTHER_TOKEN_URL", "https://auth.example/token"]
])("%s holds a word, not a secret", (name, value) => {
  expect(redactorOf({ [name]: value }).text(`a ${value} b`)).toBe(`a ${value} b`)
})

it.each([
  ["INLAY_CODEHOST_TOKEN", "abcd"],
  ["INLAY_ANALYTICS_ACCESS_TOKEN", "ya29.abcdefgh"],
  ["INLAY_ANALYTICS_REFRESH_TOKEN", "refresh-abcdefgh"],
  ["INLAY_ANALYTICS_CLIENT_SECRET", "client-abcdefgh"],
  ["INLAY_SALESDATA_API_KEY", "sd_live_abcdefgh"],
  ["INLAY_HUB_TOKEN", "inlay_abcdefgh"],
  ["INLAY_SECRET_KEY", "not-even-a-key"],
  // Misspelt or for a plugin in one file: not known, but probably a secret.
  ["INLAY_CODEHOST_TOKENS", "abcdefgh"],
  ["INLAY_PARCELS_KEY", "abcdefgh"],
  ["OTHER_TOKEN", "abcdefgh"],
  ["OTHER_CLIENT_SECRET", "abcdefgh"],
  ["PGPASSWORD", "abcdefgh"],
  ["DB_PASSWORD", "abcdefgh"],
  ["OTHER_API_KEY", "abcdefgh"],
  ["CLOUD_SECRET_ACCESS_KEY", "abcdefgh"],
  ["CLOUD_SESSION_TOKEN", "abcdefgh"],
  ["SESSION_SECRET", "abcdefgh"],
  ["OTHER_AUTH", "abcdefgh"],
  ["OTHER_TOKEN_URL", "https://me:abcdefgh@auth.example/"],
  ["OTHER_TOKEN_URL", "https://auth.example/?key=abcdefgh"]
])("%s holds a secret", (name, value) => {
  expect(redactorOf({ [name]: value }).text(`a ${value} b`)).toBe("a <redacted> b")
})

it("hides each key of a list, and the password of a database", () => {
  const env = { INLAY_SECRET_KEY: "first-key, second-key", INLAY_DATABASE: "postgres://me:abcdefgh@db.example/inlay" }
  expect(redactorOf(env).text("first-key second-key abcdefgh db.example")).toBe(
    "<redacted> <redacted> <redacted> db.example"
  )
})

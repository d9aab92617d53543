import * as Node from "@inlay/core-http/node"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { sketchClient, sketchPlugin, startSketchProvider, type SketchProvider } from "../testing/sketch-plugin/index.ts"
import { make } from "./Account.ts"
import { begin, type BrowserSession } from "./SignIn.ts"

const REDIRECT = "http://127.0.0.1:1/callback"

let service: SketchProvider
beforeAll(async () => {
  service = await startSketchProvider()
})
afterAll(() => service.close())

const kind = sketchPlugin.accountKinds.find(({ id }) => id === "sign_in")

const session = (values: Record<string, string> = {}): Promise<BrowserSession> => {
  if (kind?.signIn?.browser === undefined) throw new Error("the sketch signs in in a browser")
  const all = { ...service.settings, client_secret: sketchClient.secret, ...values }
  const account = make({ plugin: "sketch", name: "main", kind, values: all, revision: "1" })
  return Effect.runPromise(begin(kind.signIn.browser, account, REDIRECT))
}

/** Simulates a user who consents: returns the query parameters of the redirect. */
const agree = async ({ url }: BrowserSession): Promise<URLSearchParams> => {
  const response = await fetch(url, { redirect: "manual" })
  return new URL(response.headers.get("location") ?? "").searchParams
}

const finish = (one: BrowserSession, answer: URLSearchParams) =>
  one.finish(answer).pipe(Effect.provide(Node.layer), Effect.runPromise)

const refusal = async (outcome: Promise<unknown>) => {
  const error = await outcome.catch((cause: unknown) => cause)
  return error instanceof ProviderError ? error.reason : undefined
}

const alter = (answer: URLSearchParams, change: (copy: URLSearchParams) => void): URLSearchParams => {
  const copy = new URLSearchParams(answer)
  change(copy)
  return copy
}

describe("a sign-in in a browser", () => {
  it("ends with a grant for its own response", async () => {
    const one = await session()
    const answer = await agree(one)
    expect(one.isOurs(answer)).toBe(true)
    const grant = await finish(one, answer)
    expect(Redacted.value(grant.accessToken)).toMatch(/^sketch-access/)
    expect(grant.refreshToken).toBeDefined()
    expect(grant.scopes).toEqual(["reports.read", "notes.write"])
  })

  it("accepts a response once: the same response again is refused without a request", async () => {
    const one = await session()
    const answer = await agree(one)
    await finish(one, answer)
    const before = service.asked.length
    expect(await refusal(finish(one, answer))).toMatchObject({ _tag: "Refused", guard: "signIn" })
    expect(service.asked).toHaveLength(before)
  })

  it.each<[string, (copy: URLSearchParams) => void]>([
    ["another state", (copy) => copy.set("state", "other")],
    ["no state", (copy) => copy.delete("state")],
    ["two states", (copy) => copy.append("state", "other")],
    ["another issuer", (copy) => copy.set("iss", "https://evil.example")],
    ["no issuer", (copy) => copy.delete("iss")],
    ["two codes", (copy) => copy.append("code", "other")],
    ["no code", (copy) => copy.delete("code")]
  ])("refuses a response with %s, and sends its code nowhere", async (_, change) => {
    const one = await session()
    const answer = alter(await agree(one), change)
    const before = service.asked.length
    expect(await refusal(finish(one, answer))).toMatchObject({ _tag: "Refused", guard: "signIn" })
    expect(service.asked).toHaveLength(before)
  })

  it("does not accept the response of another sign-in", async () => {
    const [one, other] = [await session(), await session()]
    const theirs = await agree(other)
    expect(one.isOurs(theirs)).toBe(false)
    expect(await refusal(finish(one, theirs))).toMatchObject({ _tag: "Refused" })
    expect((await finish(one, await agree(one))).scopes).toContain("notes.write")
  })

  it("cannot use the code of another sign-in, because the verifier differs", async () => {
    const [one, other] = [await session(), await session()]
    const stolenAnswer = alter(await agree(one), () => {})
    stolenAnswer.set("code", (await agree(other)).get("code") ?? "")
    expect(await refusal(finish(one, stolenAnswer))).toMatchObject({ _tag: "Unauthorized" })
  })

  it("reports that the user declined", async () => {
    const one = await session()
    const deniedAnswer = alter(await agree(one), (copy) => {
      copy.delete("code")
      copy.set("error", "access_denied")
    })
    expect(await refusal(finish(one, deniedAnswer))).toMatchObject({ _tag: "Forbidden" })
  })

  it("does not open an invalid address", async () => {
    expect(await refusal(session({ sign_in_url: "http://accounts.service.example" }))).toMatchObject({
      _tag: "Refused",
      guard: "baseAddress"
    })
  })
})

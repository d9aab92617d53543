/**
 * Attacks on a sign-in in a browser, with the analytics service's sandbox: requests that any page or local program may
 * send to the listening port, and callbacks that a page may send the user's browser to. No attack obtains a grant, and
 * none ends a sign-in that is not its own.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { browserSignIns, send, type Request, type Scene } from "../testing/browser-sign-ins.ts"

const { sandbox, control, runtime, within, expectGrant } = browserSignIns()

const right = ({ state }: Scene): string => `state=${state}&code=evil`
const BIG = "x".repeat(100_000)

const turnedAway: ReadonlyArray<readonly [name: string, request: (scene: Scene) => Request]> = [
  ["no query", () => ({ target: "/callback" })],
  ["no state", () => ({ target: "/callback?code=evil" })],
  ["an empty state", () => ({ target: "/callback?state=&code=evil" })],
  ["another state", () => ({ target: "/callback?state=other&code=evil" })],
  ["the beginning of the state", ({ state }) => ({ target: `/callback?state=${state.slice(0, -1)}&code=evil` })],
  ["the state and more", ({ state }) => ({ target: `/callback?state=${state}x&code=evil` })],
  ["the state in other case", ({ state }) => ({ target: `/callback?state=${swapped(state)}&code=evil` })],
  ["the state twice", (scene) => ({ target: `/callback?${right(scene)}&state=${scene.state}` })],
  ["another state after it", (scene) => ({ target: `/callback?${right(scene)}&state=other` })],
  ["the state as a list", ({ state }) => ({ target: `/callback?state[]=${state}&code=evil` })],
  ["the state under another name", ({ state }) => ({ target: `/callback?State=${state}&code=evil` })],
  ["behind a fragment", (scene) => ({ target: `/callback#${right(scene)}` })],
  ["behind a fragment of a query", (scene) => ({ target: `/callback?#${right(scene)}` })],
  ["in matrix parameters", (scene) => ({ target: `/callback;${right(scene).replace("&", ";")}` })],
  ["behind a semicolon", ({ state }) => ({ target: `/callback?code=evil;state=${state}` })],
  ["the root", (scene) => ({ target: `/?${right(scene)}` })],
  ["a path that goes on", (scene) => ({ target: `/callback/?${right(scene)}` })],
  ["a path in other case", (scene) => ({ target: `/Callback?${right(scene)}` })],
  ["an escaped path", (scene) => ({ target: `/%63allback?${right(scene)}` })],
  ["a path with two slashes", (scene) => ({ target: `//callback?${right(scene)}` })],
  ["a path with dots", (scene) => ({ target: `/x/../callback?${right(scene)}` })],
  ["a whole address", (scene) => ({ target: `http://${scene.host}/callback?${right(scene)}` })],
  ["POST", (scene) => ({ method: "POST", target: `/callback?${right(scene)}` })],
  [
    "POST of a form",
    (scene) => ({
      method: "POST",
      target: "/callback",
      headers: [
        `Host: ${scene.host}`,
        "Content-Type: application/x-www-form-urlencoded",
        `Content-Length: ${right(scene).length}`
      ],
      body: right(scene)
    })
  ],
  ["PUT", (scene) => ({ method: "PUT", target: `/callback?${right(scene)}` })],
  ["HEAD", (scene) => ({ method: "HEAD", target: `/callback?${right(scene)}` })],
  ["OPTIONS", (scene) => ({ method: "OPTIONS", target: `/callback?${right(scene)}` })],
  [
    "another host that leads here",
    (scene) => ({ target: `/callback?${right(scene)}`, headers: [`Host: evil.example:${scene.port}`] })
  ],
  ["localhost", (scene) => ({ target: `/callback?${right(scene)}`, headers: [`Host: localhost:${scene.port}`] })],
  ["a host without its port", (scene) => ({ target: `/callback?${right(scene)}`, headers: ["Host: 127.0.0.1"] })],
  ["another port's host", (scene) => ({ target: `/callback?${right(scene)}`, headers: ["Host: 127.0.0.1:1"] })],
  ["no host", (scene) => ({ target: `/callback?${right(scene)}`, headers: [] })],
  [
    "two hosts",
    (scene) => ({ target: `/callback?${right(scene)}`, headers: ["Host: evil.example", `Host: ${scene.host}`] })
  ],
  [
    "a host in another header",
    (scene) => ({
      target: `/callback?${right(scene)}`,
      headers: ["Host: evil.example", `X-Forwarded-Host: ${scene.host}`]
    })
  ],
  [
    "the state in a cookie",
    ({ state, host }) => ({ target: "/callback?code=evil", headers: [`Host: ${host}`, `Cookie: state=${state}`] })
  ],
  ["a query without end", (scene) => ({ target: `/callback?${right(scene)}&x=${BIG}` })],
  [
    "a header without end",
    (scene) => ({ target: `/callback?${right(scene)}`, headers: [`Host: ${scene.host}`, `X: ${BIG}`] })
  ]
]

const swapped = (text: string): string =>
  [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join("")

describe("a request that is not an answer is rejected, and the sign-in continues", () => {
  it.each(turnedAway)("%s", (_, request) =>
    within(async (scene) => {
      const status = await scene.ask(request(scene))
      // A request that is too long is disconnected, perhaps before its response is read.
      expect([status, status === 0 || (status >= 400 && status < 500)]).toEqual([status, true])
      expect(scene.outcome()).toBeUndefined()
      expect(await scene.bring(await scene.agreed())).toBe(200)
      await expectGrant(scene)
    })
  )

  it("the answer of another sign-in that waits at the same time", () =>
    within((one) =>
      within(async (other) => {
        expect(other.port).not.toBe(one.port)
        const answer = await other.agreed()
        expect(await one.bring(answer)).toBe(400)
        expect(one.outcome()).toBeUndefined()
        expect(await other.bring(answer)).toBe(200)
        await expectGrant(other)
        expect(await one.bring(await one.agreed())).toBe(200)
        await expectGrant(one)
      })
    ))

  it("an answer after the answer", () =>
    within(async (scene) => {
      const answer = await scene.agreed()
      expect(await scene.bring(answer)).toBe(200)
      expect(await scene.bring(answer)).toBe(410)
      await expectGrant(scene)
    }))

  it("an answer after the end", async () => {
    let port = ""
    let target = ""
    await within(async (scene) => {
      port = scene.port
      target = `/callback?${(await scene.agreed()).toString()}`
    })
    expect(await send(port, `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)).toBe(0)
  })
})

const OTHER_CLIENT = "700000000002-other.apps.sandbox.example"

type Answering = (scene: Scene) => Promise<URLSearchParams>

const withParameter =
  (name: string, value: string): Answering =>
  async ({ agreed }) => {
    const answer = await agreed()
    answer.set(name, value)
    return answer
  }

const twice =
  (name: string): Answering =>
  async ({ agreed }) => {
    const answer = await agreed()
    answer.append(name, answer.get(name) ?? "")
    return answer
  }

/** The code of another callback, combined with the right state. */
const injected =
  (codeOf: (scene: Scene) => Promise<string | null>): Answering =>
  async (scene) => {
    const answer = await scene.agreed()
    answer.set("code", (await codeOf(scene)) ?? "")
    return answer
  }

const refused: ReadonlyArray<readonly [name: string, reason: string, words: RegExp, answer: Answering]> = [
  ["another issuer", "Refused", /unexpected issuer/, withParameter("iss", "https://evil.example")],
  [
    "the issuer with a slash",
    "Refused",
    /unexpected issuer/,
    (scene) => withParameter("iss", `${sandbox().urls.analyticsAccounts}/`)(scene)
  ],
  ["an empty issuer", "Refused", /unexpected issuer/, withParameter("iss", "")],
  ["the issuer twice", "Refused", /twice/, twice("iss")],
  ["the code twice", "Refused", /twice/, twice("code")],
  ["no code", "Refused", /no code/, withParameter("code", "")],
  ["a code with a line's end", "Refused", /no code/, withParameter("code", "a\r\nb")],
  ["a code without end", "Refused", /no code/, withParameter("code", "x".repeat(5000))],
  ["an error beside the code", "Forbidden", /refused in the browser/, withParameter("error", "access_denied")],
  ["an error that nobody knows", "Refused", /unknown error/, withParameter("error", "evil")],
  ["a code that is none", "Unauthorized", /sign/, withParameter("code", "4/0evil")],
  [
    "a code of another client",
    "Unauthorized",
    /sign/,
    injected(async ({ agreed }) => (await agreed({ client_id: OTHER_CLIENT })).get("code"))
  ],
  [
    "a code of the same client, asked for by somebody else",
    "Unauthorized",
    /sign/,
    injected(async ({ agreed }) =>
      (await agreed({ code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" })).get("code")
    )
  ],
  [
    "a code without a proof key",
    "Unauthorized",
    /sign/,
    ({ agreed }) => agreed({ code_challenge: undefined, code_challenge_method: undefined })
  ],
  [
    "a proof key that was made plain",
    "Unauthorized",
    /sign/,
    ({ agreed }) => agreed({ code_challenge_method: "plain" })
  ],
  [
    "a code of another port",
    "Unauthorized",
    /sign/,
    injected(async ({ agreed }) => (await agreed({ redirect_uri: "http://127.0.0.1:1/callback" })).get("code"))
  ],
  [
    "a code that has run out",
    "Unauthorized",
    /sign/,
    async ({ agreed }) => {
      const answer = await agreed()
      await control("/clock", { advanceSeconds: 601 })
      return answer
    }
  ],
  [
    "a code that was used",
    "Unauthorized",
    /sign/,
    async ({ agreed, redirectUri }) => {
      const answer = await agreed()
      const { client_id = "", client_secret = "" } = await control("/clients")
      const form = { grant_type: "authorization_code", client_id, client_secret, redirect_uri: redirectUri }
      const body = new URLSearchParams({ ...form, code: answer.get("code") ?? "", code_verifier: "stolen" })
      expect((await fetch(`${sandbox().urls.analyticsAccounts}/token`, { method: "POST", body })).status).toBe(400)
      return answer
    }
  ]
]

describe("an answer with the right state and something wrong ends without a grant", () => {
  it.each(refused)("%s", (_, reason, words, answering) =>
    within(async (scene) => {
      expect(await scene.bring(await answering(scene))).toBe(200)
      await expect.poll(scene.outcome).toBeDefined()
      const outcome = scene.outcome()
      const error = outcome !== undefined && Result.isFailure(outcome) ? outcome.failure : expect.fail("it was granted")
      expect([error.reason._tag, error.message]).toEqual([reason, expect.stringMatching(words)])
      expect(error.message).not.toMatch(/evil/)
    })
  )

  it("a second finish with the answer that was taken", () =>
    within(async (scene) => {
      const answer = await scene.agreed()
      await runtime.runPromise(scene.session.finish(answer))
      const error = await runtime.runPromise(Effect.flip(scene.session.finish(answer)))
      expect(error.reason._tag).toBe("Refused")
    }))
})

it("what is asked for leaves nothing to guess", () =>
  within(async ({ session, redirectUri, state }) => {
    const parameters = session.url.searchParams
    expect(parameters.get("redirect_uri")).toBe(redirectUri)
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect([parameters.get("response_type"), parameters.get("code_challenge_method")]).toEqual(["code", "S256"])
    expect([Buffer.from(state, "base64url").length, parameters.get("code_challenge")?.length]).toEqual([32, 43])
  }))

// A service that never names itself cannot be confused with another, because each sign-in has a redirect address of its
// own.
it("an answer without an issuer is taken of a service that names none", () =>
  within(async (scene) => {
    await control("/settings", { namesIssuer: false })
    const answer = await scene.agreed()
    expect(answer.has("iss")).toBe(false)
    await scene.bring(answer)
    await expectGrant(scene)
  }))

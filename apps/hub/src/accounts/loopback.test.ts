import { request } from "node:http"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { listen } from "./loopback.ts"

interface Asked {
  readonly method?: string
  readonly path: string
  readonly host?: string
}

const ask = (redirectUri: string, { method = "GET", path, host }: Asked) =>
  Effect.promise(
    () =>
      new Promise<{ readonly status: number; readonly text: string; readonly headers: Record<string, unknown> }>(
        (resolve, reject) => {
          const { hostname, port } = new URL(redirectUri)
          const headers = host === undefined ? {} : { host }
          request({ hostname, port, path, method, headers }, (response) => {
            let text = ""
            response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
            response.on("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
          })
            .on("error", reject)
            .end()
        }
      )
  )

const session = { isOurs: (answer: URLSearchParams) => answer.get("state") === "ours" }

describe("the answer of a sign-in in a browser", () => {
  it.live("is the first request that belongs to it; earlier requests end nothing, and later ones do not count", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { redirectUri, answerTo } = yield* listen
        assert.match(redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/callback$/)
        assert.strictEqual((yield* ask(redirectUri, { path: "/callback?state=ours&code=early" })).status, 400)
        const fiber = yield* Effect.forkChild(answerTo(session), { startImmediately: true })
        const strangers: ReadonlyArray<Asked> = [
          { path: "/" },
          { path: "/favicon.ico" },
          { path: "/callback" },
          { path: "/callback?code=x" },
          { path: "/callback?state=other&code=evil" },
          { path: "/callback/x?state=ours&code=evil" },
          { path: "/callback?state=ours&code=evil", method: "POST" },
          { path: "/callback?state=ours&code=evil", host: "evil.example" }
        ]
        for (const stranger of strangers) {
          const { status, text } = yield* ask(redirectUri, stranger)
          assert.deepStrictEqual([stranger.path.slice(0, 40), status], [stranger.path.slice(0, 40), 400])
          assert.notInclude(text, "evil")
        }
        const response = yield* ask(redirectUri, { path: "/callback?state=ours&code=c0de" })
        assert.strictEqual(response.status, 200)
        assert.include(response.text, "You can close this page")
        assert.strictEqual(response.headers["cache-control"], "no-store")
        assert.strictEqual(response.headers["referrer-policy"], "no-referrer")
        assert.notInclude(response.text, "c0de")
        assert.strictEqual((yield* Fiber.join(fiber)).get("code"), "c0de")
        assert.strictEqual((yield* ask(redirectUri, { path: "/callback?state=ours&code=second" })).status, 410)
      })
    )
  )

  it.live("is listened for no longer than the sign-in", () =>
    Effect.gen(function* () {
      const redirectUri = yield* Effect.scoped(Effect.map(listen, (loopback) => loopback.redirectUri))
      const outcome = yield* Effect.exit(ask(redirectUri, { path: "/callback?state=ours&code=late" }))
      assert.strictEqual(outcome._tag, "Failure")
    })
  )
})

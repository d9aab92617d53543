import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { everything, paid } from "../../tests/over-transports.ts"
import { clientOf, get, post, serve } from "../../tests/provider.ts"

/** Returns the remedies of a plain client and of one whose provider documents what a 301 on its own host means. */
const remedies = (status: number, location: string) =>
  Effect.gen(function* () {
    const server = yield* serve((response) => response.writeHead(status, { location }).end())
    const questions: Array<readonly [number, boolean]> = []
    const plain = yield* clientOf(server.address)
    const documentedClient = yield* clientOf(server.address, {
      redirected: (code, isSameHost) => {
        questions.push([code, isSameHost])
        return code === 301 && isSameHost ? { what: "It was renamed.", remedy: { to: "checkNames" } } : undefined
      }
    })
    const reasonOf = (client: typeof plain) => Effect.map(Effect.flip(client.call(get())), ({ reason }) => reason)
    return { core: yield* reasonOf(plain), provider: yield* reasonOf(documentedClient), asked: questions }
  })

it.layer(everything)((live) =>
  describe("the remedy for a redirect", () => {
    live.effect("to another host is to set the base address, unless the plugin has a better one", () =>
      Effect.gen(function* () {
        const { core, provider, asked } = yield* remedies(301, "http://elsewhere.example/things")
        assert.deepStrictEqual(core.remedy, { to: "setAddress", of: "base" })
        assert.deepStrictEqual(provider, core)
        assert.deepStrictEqual(asked, [[301, false]])
      })
    )

    live.effect.each([301, 302, 307, 308])("on the same host (%i) does not mention the base address", (status) =>
      Effect.gen(function* () {
        const { core, provider, asked } = yield* remedies(status, "/other")
        assert.deepStrictEqual(core.remedy, { to: "checkAddress", of: "endpoint" })
        assert.deepStrictEqual(provider.remedy, status === 301 ? { to: "checkNames" } : core.remedy)
        assert.strictEqual(provider.what, status === 301 ? `${core.what} It was renamed.` : core.what)
        assert.deepStrictEqual(asked, [[status, true]])
        // The other statuses are also answered to a request that was carried out.
        assert.strictEqual(core._tag === "Refused" && core.sent, status === 301 || status === 302)
      })
    )

    live.effect("stays if the call may have been charged, because only a correct address helps", () =>
      Effect.gen(function* () {
        const server = yield* serve((response) =>
          response.writeHead(301, { location: "http://elsewhere.example/things" }).end()
        )
        const client = yield* clientOf(server.address, { quote: paid() })
        const { charged, reason } = yield* Effect.flip(client.call(post()))
        assert.deepStrictEqual([charged, reason.remedy], ["unknown", { to: "setAddress", of: "base" }])
      })
    )
  })
)

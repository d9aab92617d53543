import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { clientOf, get, serve, spending } from "../../tests/provider.ts"
import * as Node from "../transport/node.ts"

const everything = Layer.merge(Node.layer, spending)

/** What to do, by the core and by a provider that has a word of its own for 301 on its host. */
const fixes = (status: number, location: string) =>
  Effect.gen(function* () {
    const server = yield* serve((response) => response.writeHead(status, { location }).end())
    const asked: Array<readonly [number, boolean]> = []
    const plain = yield* clientOf(server.address)
    const told = yield* clientOf(server.address, {
      redirected: (code, isSameHost) => {
        asked.push([code, isSameHost])
        return code === 301 && isSameHost ? "Use its new name." : undefined
      }
    })
    const fixOf = (client: typeof plain) => Effect.map(Effect.flip(client.call(get())), ({ reason }) => reason.fix)
    return { core: yield* fixOf(plain), provider: yield* fixOf(told), asked }
  })

it.layer(everything)((live) =>
  describe("what to do about a redirect", () => {
    live.effect("to another host is to set the base address, unless the provider knows better", () =>
      Effect.gen(function* () {
        const { core, provider, asked } = yield* fixes(301, "http://elsewhere.example/things")
        assert.strictEqual(core, "Set the account's base address to the final address.")
        assert.strictEqual(provider, core)
        assert.deepStrictEqual(asked, [[301, false]])
      })
    )

    live.effect.each([301, 302, 307, 308])("on the asked host (%i) is not about the base address", (status) =>
      Effect.gen(function* () {
        const { core, provider, asked } = yield* fixes(status, "/other")
        assert.notInclude(core, "base address")
        assert.include(core, "endpoint")
        assert.strictEqual(provider, status === 301 ? "Use its new name." : core)
        assert.deepStrictEqual(asked, [[status, true]])
      })
    )
  })
)

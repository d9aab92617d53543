/** Which agents may call, decided on what the hub has stored; on both databases. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import { refuseUses } from "../../testing/refused-uses.ts"
import { makeRefusal } from "../run-as/run-as.ts"
import * as Agents from "./AgentGrants.ts"
import * as Records from "./OAuthRecords.ts"

const RESOURCE = "https://hub.example/mcp"
const HOUR = 3_600_000

const { all } = backends()

describe.each(all)("an agent on $name", ({ stores }) => {
  const services = () => Agents.layer.pipe(Layer.provideMerge(Records.layer), Layer.provideMerge(stores()))

  /** An agent with its grant and an access token, both named after it. */
  const signedIn = Effect.fnUntraced(function* (name: string, accounts: ReadonlyArray<string> = ["codehost/work"]) {
    const { put } = yield* Records.OAuthRecords
    const expiresMillis = Date.now() + HOUR
    yield* put("Grant", { id: `grant ${name}`, payload: {}, expiresMillis })
    yield* put("AccessToken", {
      id: `token ${name}`,
      payload: { aud: RESOURCE },
      grantId: `grant ${name}`,
      expiresMillis
    })
    return yield* Agents.AgentGrants.use(({ create }) =>
      create({
        name,
        clientId: "https://agent.example/client.json",
        redirectHost: "agent.example",
        grant: { readOnly: true, accounts },
        grantId: `grant ${name}`
      })
    )
  })
  const find = (token: string, resource = RESOURCE) => Agents.AgentGrants.use((agents) => agents.find(token, resource))
  const listed = Effect.map(
    Agents.AgentGrants.use(({ list }) => list),
    (agents) => agents.map(({ name }) => name).toSorted()
  )

  it.live("is known by its token at the address for which the token was issued, and at no other", () =>
    Effect.gen(function* () {
      const { id, grant } = yield* signedIn("Ada")
      assert.deepStrictEqual(yield* find("token Ada"), { id: `agent:${id}`, kind: "agent", name: "Ada", grant })
      assert.isUndefined(yield* find("token Ada", "https://moved.example/mcp"))
      assert.isUndefined(yield* find("grant Ada"))
    }).pipe(Effect.provide(services()))
  )

  it.live("is one agent, although its user's browser comes back twice at once, as after a double click", () =>
    Effect.gen(function* () {
      const agents = yield* Effect.all([signedIn("Ada"), signedIn("Ada")], { concurrency: 2 })
      assert.deepStrictEqual(agents[1], agents[0])
      assert.deepStrictEqual(yield* listed, ["Ada"])
    }).pipe(Effect.provide(services()))
  )

  it.live("may call although its use cannot be noted, as on a full disk", () =>
    Effect.gen(function* () {
      yield* signedIn("Ada")
      yield* refuseUses("agents")
      assert.strictEqual((yield* find("token Ada"))?.name, "Ada")
    }).pipe(Effect.provide(services()))
  )

  it.live("may no longer call from the moment it is revoked, even if its tokens could not be removed", () =>
    Effect.gen(function* () {
      const { id } = yield* signedIn("Ada")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE agents SET revoked_millis = ${Date.now()}`
      assert.isUndefined(yield* find("token Ada"))
      assert.deepStrictEqual(yield* listed, [])
      const { names, revoke } = yield* Agents.AgentGrants
      assert.isFalse(yield* revoke(id))
      assert.deepStrictEqual([...(yield* names([`agent:${id}`, "local"]))], [[`agent:${id}`, "Ada"]])
    }).pipe(Effect.provide(services()))
  )

  it.live("loses its tokens and its grant when it is revoked, and nobody else's", () =>
    Effect.gen(function* () {
      const [{ id }] = [yield* signedIn("Ada"), yield* signedIn("Bo")]
      assert.isTrue(yield* Agents.AgentGrants.use(({ revoke }) => revoke(id)))
      const { find: record } = yield* Records.OAuthRecords
      for (const [kind, name] of [
        ["Grant", "grant"],
        ["AccessToken", "token"]
      ] as const) {
        assert.isUndefined(yield* record(kind, `${name} Ada`), kind)
        assert.isDefined(yield* record(kind, `${name} Bo`), kind)
      }
    }).pipe(Effect.provide(services()))
  )

  it.live("may not call by a token that is stored after its grant ended, as if it was being issued meanwhile", () =>
    Effect.gen(function* () {
      yield* signedIn("Ada")
      const { put, removeGrant } = yield* Records.OAuthRecords
      // A refresh token is used twice, and the first use is still under way.
      yield* removeGrant(Records.grantHashOf("grant Ada"))
      const expiresMillis = Date.now() + HOUR
      yield* put("AccessToken", { id: "late", payload: { aud: RESOURCE }, grantId: "grant Ada", expiresMillis })
      assert.isUndefined(yield* find("late"))
      assert.deepStrictEqual(yield* listed, [])
    }).pipe(Effect.provide(services()))
  )

  it.live("is listed as long as it has its grant", () =>
    Effect.gen(function* () {
      const { remove, removeGrant } = yield* Records.OAuthRecords
      const { revoke } = yield* Agents.AgentGrants
      for (const name of ["Ada", "Bo", "Cy"]) yield* signedIn(name)
      yield* remove("Grant", "grant Ada")
      assert.deepStrictEqual(yield* listed, ["Bo", "Cy"])
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly id: string; readonly grant_hash: string }>`
        SELECT id, grant_hash FROM agents WHERE name = 'Bo'`
      yield* removeGrant(row?.grant_hash ?? "")
      assert.deepStrictEqual(yield* listed, ["Cy"])
      assert.isUndefined(yield* find("token Bo"))
      assert.isTrue(yield* revoke(row?.id ?? ""))
    }).pipe(Effect.provide(services()))
  )

  it.live.each<
    [string, Effect.Effect<unknown, unknown, Records.OAuthRecords | Agents.AgentGrants | SqlClient.SqlClient>]
  >([
    // Nothing was stored since, so the record is still there.
    [
      "is a year old",
      SqlClient.SqlClient.use((sql) => sql`UPDATE oauth_records SET expires_millis = 1 WHERE kind = 'Grant'`)
    ],
    // So it does if the agent signs out, or if its code or refresh token is used twice.
    ["ends", Records.OAuthRecords.use(({ removeGrant }) => removeGrant(Records.grantHashOf("grant Ada")))],
    ["is revoked", Agents.AgentGrants.use(({ list, revoke }) => Effect.flatMap(list, ([one]) => revoke(one?.id ?? "")))]
  ])("may not call and is not listed once its grant %s, and nothing more is sent for its calls", ([, end]) =>
    Effect.gen(function* () {
      const { id } = yield* signedIn("Ada")
      const refusal = yield* makeRefusal
      const isRefused = Effect.map(
        refusal({ id: `agent:${id}`, kind: "agent" }, undefined, Date.now() - HOUR),
        (reason) => reason !== undefined
      )
      assert.deepStrictEqual(
        [(yield* find("token Ada"))?.name, yield* listed, yield* isRefused],
        ["Ada", ["Ada"], false]
      )
      yield* end
      assert.deepStrictEqual([yield* find("token Ada"), yield* listed, yield* isRefused], [undefined, [], true])
    }).pipe(Effect.provide(services()))
  )
})

it.live.each(all)(
  "a record on $name may end within a millisecond, as a provider's code for a device may",
  ({ stores }) =>
    Effect.gen(function* () {
      const { put, find } = yield* Records.OAuthRecords
      yield* put("Account sign-in", { id: "a", payload: { way: "device" }, expiresMillis: Date.now() + HOUR + 0.25 })
      assert.deepStrictEqual((yield* find("Account sign-in", "a"))?.payload, { way: "device" })
    }).pipe(Effect.provide(Layer.provideMerge(Records.layer, stores())))
)

/** `/healthz`: whether the server and its database respond. Reveals nothing about any data. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as SqlClient from "effect/sql/SqlClient"

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const sql = yield* SqlClient.SqlClient
    yield* router.add(
      "GET",
      "/healthz",
      Effect.match(sql`SELECT 1`, {
        onSuccess: () => HttpServerResponse.jsonUnsafe({ ok: true }),
        onFailure: () => HttpServerResponse.jsonUnsafe({ ok: false }, { status: 503 })
      })
    )
  })
)

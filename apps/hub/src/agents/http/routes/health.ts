/** `/healthz`: whether the server and its database respond. Reveals nothing about any data. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as SqlClient from "effect/sql/SqlClient"

/** Whoever asks waits only a few seconds, and less than a silent database is waited for. */
const LIMIT = Duration.millis(2_500)

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const sql = yield* SqlClient.SqlClient
    yield* router.add(
      "GET",
      "/healthz",
      // Detached, because the statement is cancelled for some seconds more.
      Effect.match(Effect.timeout(Effect.flatMap(Effect.forkDetach(sql`SELECT 1`), Fiber.join), LIMIT), {
        onSuccess: () => HttpServerResponse.jsonUnsafe({ ok: true }),
        onFailure: () => HttpServerResponse.jsonUnsafe({ ok: false }, { status: 503 })
      })
    )
  })
)

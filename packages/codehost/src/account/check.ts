/** Checks an account's token with the full client. */
import * as Effect from "effect/Effect"

import * as Client from "../client/CodeHost.ts"
import { Identity } from "../schema/User.ts"
import { decoder } from "../wire/service.ts"
import { checkBy } from "./inspection.ts"

const readIdentity = decoder("check", Identity)

/** The `check` of the account kinds. */
export const check = checkBy((settings) =>
  Effect.map(Client.make(settings), ({ call, limits, repositories }) => ({
    identity: Effect.gen(function* () {
      const answer = yield* call({ operation: "check", method: "GET", endpoint: "/user" })
      const { login } = yield* readIdentity(answer)
      return { login, headers: answer.headers }
    }),
    repository: repositories.get,
    limits: limits({})
  }))
)

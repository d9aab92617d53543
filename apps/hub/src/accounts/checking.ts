/** Checks whether a connected account works. */
import type { CheckReport, Problem } from "@inlay/agent-plugin/Account"
import { TimeLimit } from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import type { PluginAccount } from "./plugin-account.ts"

const LIMIT = Duration.seconds(10)

const failed = (problems: ReadonlyArray<Problem>): CheckReport => ({ ok: false, scopes: [], limits: [], problems })

/**
 * Asks the provider, unless the account's settings alone show what is wrong. Never fails.
 *
 * @param known what the settings show
 * @param problemOf a failure of the provider as a problem, in words for the reader
 */
export const reportOf = (
  { kind, account }: Pick<PluginAccount, "kind" | "account">,
  known: ReadonlyArray<Problem>,
  problemOf: (error: ProviderError) => Problem
) =>
  known.length > 0
    ? Effect.succeed(failed(known))
    : kind.check(account).pipe(
        Effect.provideService(TimeLimit, LIMIT),
        Effect.catch((error) => Effect.succeed(failed([problemOf(error)])))
      )

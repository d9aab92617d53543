/** Problems that keep an account from working, for the API and the console. */
import { problemOf, type Problem } from "@inlay/agent-plugin/Account"
import { wordsOf } from "@inlay/agent-plugin/advice"
import * as Result from "effect/Result"

import type { PluginAccount } from "../../../accounts/plugin-account.ts"
import { words } from "../failure.ts"

export const problemView = ({ what, remedy }: Problem) => ({
  what,
  fix: wordsOf(words, remedy),
  ...(remedy !== undefined && { remedy })
})

/** The problems that can be found from an account's settings alone. */
export const problemsOf = ({ kind, account }: PluginAccount): ReadonlyArray<Problem> => {
  const missing = kind.fields.filter(
    ({ name, required }) => required && account.settings[name] === undefined && account.secrets[name] === undefined
  )
  if (missing.length > 0) {
    return missing.map(({ label, secret }) => ({
      what: `${label}: not given.`,
      remedy: secret ? { to: "enterKey" } : { to: "correctInput" }
    }))
  }
  const valid = kind.validate(account)
  return Result.isSuccess(valid) ? [] : [problemOf(valid.failure)]
}

/** Settings that are chosen among what the provider has: asked at a terminal, held to what there is everywhere. */
import type { Account, AccountKind, Field } from "@inlay/agent-plugin/Account"
import { nearest } from "@inlay/core-http/nearest"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { asking, isAttended } from "../../terminal/ask.ts"
import type { Values } from "../input/account-values.ts"
import { askChoice } from "../input/gather.ts"

const MAX_NAMED = 10

const unknownChoice = (field: Field, values: ReadonlyArray<string>, value: string) => {
  const suggestions = (value === "" ? values.slice(0, MAX_NAMED) : nearest(value, values)).map((one) =>
    ProviderText.line(one, 60)
  )
  const message = value === "" ? "is required" : "is not one that the account has"
  const there = suggestions.length === 0 ? "There is none for this account." : `There are ${suggestions.join(", ")}.`
  return new ProviderError({
    provider: "inlay",
    operation: "connect",
    reason: {
      _tag: "Invalid",
      what: `${field.name} ${message}.`,
      remedy: { to: "read", text: `${there} Give it by --set ${field.name}=VALUE.` },
      fields: [{ field: field.name, message }]
    }
  })
}

/** The values of the fields whose options are the provider's. */
export const chooseAtProvider = Effect.fnUntraced(function* (kind: AccountKind, account: Account) {
  const selection: Record<string, string> = {}
  const { choices } = kind
  if (choices === undefined) return selection satisfies Values
  for (const field of kind.fields.filter(({ options }) => options === "provider")) {
    const before = account.settings[field.name] ?? ""
    // Nobody needs to know what there is where nothing has to be chosen.
    if (before === "" && !field.required && !isAttended()) continue
    const options = yield* choices(account, field.name)
    const values = options.map((option) => option.value)
    if (before !== "" && values.includes(before)) continue
    if (before !== "" || !isAttended() || options.length === 0) {
      if (before === "" && !field.required) continue
      return yield* unknownChoice(field, values, before)
    }
    const value = yield* asking((person) => askChoice(person, field, options, undefined))
    if (value !== "") selection[field.name] = value
  }
  return selection satisfies Values
})

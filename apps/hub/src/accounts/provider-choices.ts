/**
 * Settings that are chosen from what the provider offers: asked for at a terminal, and always validated against the
 * offer.
 */
import type { Account, AccountKind, Choice, Field } from "@inlay/agent-plugin/Account"
import { nearest } from "@inlay/core-http/nearest"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { hubError } from "../hub-error.ts"
import { isOfProvider } from "./connecting.ts"
import type { Values } from "./fields.ts"

const MAX_NAMED = 10

const unknownChoice = (field: Field, values: ReadonlyArray<string>, value: string, howToGive: string) => {
  const suggestions = (value === "" ? values.slice(0, MAX_NAMED) : nearest(value, values)).map((one) =>
    ProviderText.line(one, 60)
  )
  const message = value === "" ? "is required" : "does not exist for this account"
  const there = suggestions.length === 0 ? "There is none for this account." : `There are ${suggestions.join(", ")}.`
  return hubError("connect", {
    _tag: "Invalid",
    what: `${field.name} ${message}.`,
    remedy: { to: "read", text: `${there} ${howToGive}` },
    fields: [{ field: field.name, message }]
  })
}

export interface Choosing {
  /** Asks the user. Absent if there is nobody to ask. The answer may be empty if the field is not required. */
  readonly ask?: (field: Field, options: ReadonlyArray<Choice>) => Effect.Effect<string, ProviderError>
  /** Describes how to give a value, as a sentence. */
  readonly howToGive: (field: Field) => string
}

/** Chooses values for the fields whose options come from the provider. */
export const chooseAtProvider = Effect.fnUntraced(function* (
  kind: AccountKind,
  account: Account,
  { ask, howToGive }: Choosing
) {
  const selection: Record<string, string> = {}
  const { choices } = kind
  if (choices === undefined) return selection satisfies Values
  for (const field of kind.fields.filter(isOfProvider)) {
    const before = account.settings[field.name] ?? ""
    // If no choice is required and there is nobody to ask, the options need not be fetched.
    if (before === "" && !field.required && ask === undefined) continue
    const options = yield* choices(account, field.name)
    const values = options.map((option) => option.value)
    if (before !== "" && values.includes(before)) continue
    if (before !== "" || ask === undefined || options.length === 0) {
      if (before === "" && !field.required) continue
      return yield* unknownChoice(field, values, before, howToGive(field))
    }
    const value = yield* ask(field, options)
    if (value !== "") selection[field.name] = value
  }
  return selection satisfies Values
})

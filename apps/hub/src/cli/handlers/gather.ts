/** What `inlay connect` needs to know and was not told: asked at a terminal, read from standard input otherwise. */
import { TOKEN, type AccountKind, type Field } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { normal, problemOf } from "../../outbound/fields.ts"
import { fromText, readInput, type Values } from "../../outbound/given-values.ts"
import { remember } from "../../outbound/unspeakable.ts"
import type { Asking } from "../../terminal/ask.ts"
import { indented } from "../../terminal/wrap.ts"

/** Fields that a sign-in fills. */
export const filledBySignIn = (kind: AccountKind): ReadonlyArray<string> => (kind.signIn === undefined ? [] : [TOKEN])

/** Secrets to be given. */
export const secretsOf = (kind: AccountKind): ReadonlyArray<Field> =>
  kind.fields.filter(({ name, secret }) => secret && !filledBySignIn(kind).includes(name))

export const askKind = Effect.fnUntraced(function* (asking: Asking, plugin: Plugin) {
  const kinds = plugin.accountKinds
  yield* asking.say(kinds.map(({ title }, index) => `  ${index + 1}  ${title}`).join("\n"))
  const answer = yield* asking.ask({
    label: "How to connect",
    help: "The number of one of the ways above.",
    default: "1",
    secret: false,
    problem: (text) =>
      text === "" || kinds[Number(text) - 1] !== undefined ? undefined : `must be 1 to ${kinds.length}`
  })
  return kinds[Number(answer === "" ? "1" : answer) - 1]
})

const askField = (asking: Asking, field: Field, before: string | undefined) => {
  const fallback = before ?? field.default
  return Effect.map(
    asking.ask({
      label: field.label,
      help: field.help,
      ...(fallback !== undefined && { default: fallback }),
      secret: field.secret,
      problem: (answer) => {
        if (field.secret) remember([answer])
        if (answer === "" && fallback === undefined && field.required) return "is required"
        return problemOf(field, normal(field, answer))
      }
    }),
    (answer) => normal(field, answer)
  )
}

/** Asks for what is required, and for the rest if that is wanted. */
export const ask = Effect.fnUntraced(function* (asking: Asking, kind: AccountKind, given: Values, before: Values) {
  const values: Record<string, string> = { ...given }
  const open = kind.fields.filter(({ name }) => given[name] === undefined && !filledBySignIn(kind).includes(name))
  const first = open.filter(({ required, secret }) => required || secret)
  const rest = open.filter((field) => !first.includes(field))
  const askAll = (fields: ReadonlyArray<Field>) =>
    Effect.forEach(fields, (field) =>
      Effect.map(askField(asking, field, before[field.name]), (answer) => {
        if (answer !== "") values[field.name] = answer
      })
    )
  yield* askAll(first)
  const names = rest.map(({ label }) => label.toLowerCase()).join(", ")
  if (rest.length > 0) {
    yield* asking.say(
      asking.screen.style.dim(indented(`There are other settings: ${names}.`, asking.screen.columns, 0))
    )
    if (yield* asking.confirm("Change some of them?")) yield* askAll(rest)
  }
  return values
})

/** Reads standard input where a secret is missing. */
export const read = (kind: AccountKind, given: Values): Effect.Effect<Values, ProviderError> => {
  const secrets = secretsOf(kind)
  if (!secrets.some(({ required }) => required)) return Effect.succeed(given)
  return Effect.flatMap(readInput, (text) =>
    Effect.map(fromText(kind, secrets, text), (values) => ({ ...given, ...values }))
  )
}

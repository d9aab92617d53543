/** Collects missing values for `inlay connect`: asks at a terminal, otherwise reads standard input. */
import { enteredFields, normalValue, type AccountKind, type Choice, type Field } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { isOfProvider } from "../../accounts/connecting.ts"
import { problemOf, type Values } from "../../accounts/fields.ts"
import { holdInput } from "../../accounts/known-secrets.ts"
import type { Asking } from "../../terminal/ask.ts"
import { indentLines } from "../../terminal/wrap.ts"
import { fromText, readFileOf, readInput } from "./account-values.ts"

/** The secret fields that have to be given. */
const secretsOf = (kind: AccountKind): ReadonlyArray<Field> => enteredFields(kind).filter(({ secret }) => secret)

/** Asks for one of several options by number. Returns its index. */
const askOne = Effect.fnUntraced(function* (
  asking: Asking,
  label: string,
  help: string,
  labels: ReadonlyArray<string>,
  fallback: number | undefined
) {
  const digits = String(labels.length).length
  yield* asking.say(labels.map((text, index) => `  ${String(index + 1).padStart(digits)}  ${text}`).join("\n"))
  const answer = yield* asking.ask({
    label,
    help,
    ...(fallback !== undefined && { default: String(fallback + 1) }),
    secret: false,
    problem: (text) => {
      if (text === "") return fallback === undefined ? "is required" : undefined
      return labels[Number(text) - 1] === undefined ? `must be 1 to ${labels.length}` : undefined
    }
  })
  return answer === "" ? (fallback ?? 0) : Number(answer) - 1
})

export const askPlugin = Effect.fnUntraced(function* (asking: Asking, plugins: ReadonlyArray<Plugin>) {
  const titles = plugins.map(({ id, title }) => `${title} (${id})`)
  const at = yield* askOne(asking, "What to connect", "Enter the number of one of these.", titles, undefined)
  return plugins[at] ?? (yield* Effect.die("a number stands for no plugin"))
})

export const askKind = Effect.fnUntraced(function* (asking: Asking, plugin: Plugin) {
  const kinds = plugin.accountKinds
  const width = Math.max(...kinds.map(({ title }) => title.length))
  const titles = kinds.map(({ title, summary = "" }) => `${title.padEnd(width)}  ${summary}`.trimEnd())
  return kinds[yield* askOne(asking, "How to connect", "Enter the number of one of the ways above.", titles, 0)]
})

/** Asks for one of the options and returns its value. Empty if none is chosen and the field is not required. */
export const askChoice = Effect.fnUntraced(function* (
  asking: Asking,
  field: Field,
  options: ReadonlyArray<Choice>,
  before: string | undefined
) {
  const labels = options.map(({ label, value }) => (label === value ? label : `${label} (${value})`))
  const choices = field.required ? labels : [...labels, "none of these"]
  const fallback = options.findIndex(({ value }) => value === (before ?? field.default))
  const at = yield* askOne(
    asking,
    field.label,
    field.help,
    choices.map((text) => ProviderText.line(text, MAX_LABEL_CHARS)),
    fallback >= 0 ? fallback : field.required ? undefined : labels.length
  )
  return options[at]?.value ?? ""
})

const MAX_LABEL_CHARS = 100

/** Asks for the path of a file until one can be read. Returns its text. */
const askFile = (asking: Asking, field: Field): Effect.Effect<string> =>
  asking
    .ask({
      label: field.label,
      help: `${field.help} The path of the file.`,
      secret: false,
      problem: (answer) => (answer === "" && field.required ? "is required" : undefined)
    })
    .pipe(
      Effect.flatMap((path) =>
        path === ""
          ? Effect.succeed("")
          : readFileOf(field, path).pipe(
              Effect.catch((error) =>
                Effect.andThen(asking.say(asking.screen.style.red(`  ${error.reason.what}`)), askFile(asking, field))
              )
            )
      )
    )

const askText = (asking: Asking, field: Field, before: string | undefined) => {
  const fallback = before ?? field.default
  return Effect.map(
    asking.ask({
      label: field.label,
      help: field.help,
      ...(fallback !== undefined && { default: fallback }),
      secret: field.secret,
      problem: (answer) => {
        if (field.secret) holdInput([answer])
        if (answer === "" && fallback === undefined && field.required) return "is required"
        return problemOf(field, normalValue(field, answer))
      }
    }),
    (answer) => normalValue(field, answer)
  )
}

const askField = (asking: Asking, field: Field, before: string | undefined): Effect.Effect<string> => {
  if (field.type === "file") return askFile(asking, field)
  return field.type === "choice" && field.options !== undefined && field.options !== "provider"
    ? askChoice(asking, field, field.options, before)
    : askText(asking, field, before)
}

/** Asks for required values, and for the others if the user wants to change them. */
export const ask = Effect.fnUntraced(function* (
  asking: Asking,
  kind: AccountKind,
  givenValues: Values,
  before: Values
) {
  const values: Record<string, string> = { ...givenValues }
  const open = enteredFields(kind).filter((field) => givenValues[field.name] === undefined && !isOfProvider(field))
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
      asking.screen.style.dim(indentLines(`There are other settings: ${names}.`, asking.screen.columns, 0))
    )
    if (yield* asking.confirm("Change some of them?")) yield* askAll(rest)
  }
  return values
})

/** Reads standard input if a secret is missing. */
export const read = (kind: AccountKind, givenValues: Values): Effect.Effect<Values, ProviderError> => {
  const secrets = secretsOf(kind).filter(({ name }) => givenValues[name] === undefined)
  if (!secrets.some(({ required }) => required)) return Effect.succeed(givenValues)
  return Effect.flatMap(readInput, (text) =>
    Effect.map(fromText(kind, secrets, text), (values) => ({ ...givenValues, ...values }))
  )
}

/** Finds the field and the option of a project that match a given status. */
import { nearest } from "@inlay/core-http/nearest"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { providerError } from "../../wire/service.ts"

/** A field of a project; only single-select fields have `options`. `Id` is a number in REST and a string in GraphQL. */
export interface StatusField<Id> {
  readonly id: Id
  readonly name: string
  readonly options: ReadonlyArray<{ readonly id: string; readonly name: string }> | undefined
}

/** A name in lower case, with punctuation and emoji replaced by spaces. */
const comparable = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const find = <A extends { readonly name: string }>(all: ReadonlyArray<A>, name: string): A | undefined =>
  all.find((one) => one.name.toLowerCase() === name.trim().toLowerCase()) ??
  all.find((one) => comparable(one.name) !== "" && comparable(one.name) === comparable(name))

/** Returns the field and the option. Fails with `NotFound` and the existing names, nearest first. */
export const chooseStatus = <Id>(
  operation: string,
  fields: ReadonlyArray<StatusField<Id>>,
  query: { readonly field: string; readonly status: string; readonly project: string }
): Effect.Effect<
  { readonly field: StatusField<Id>; readonly option: { readonly id: string; readonly name: string } },
  ProviderError
> => {
  const notFound = (what: string, name: string, names: ReadonlyArray<string>) => {
    const near = nearest(name, names, 10)
    return Effect.fail(
      providerError(operation, {
        _tag: "NotFound",
        what: near.length === 0 ? `${what}, nor any other.` : `${what}.`,
        ...(near.length > 0 && { remedy: { to: "chooseName", names: near } }),
        nothing: "changed",
        known: near
      })
    )
  }
  const choices = fields.filter(({ options }) => options !== undefined)
  const field = find(choices, query.field)
  if (field === undefined) {
    const names = choices.map(({ name }) => name)
    return notFound(`${query.project} has no single-select field ${query.field}`, query.field, names)
  }
  const option = find(field.options ?? [], query.status)
  if (option === undefined) {
    const names = (field.options ?? []).map(({ name }) => name)
    return notFound(
      `The field ${ProviderText.quote(field.name, 60)} of ${query.project} has no status ${query.status}`,
      query.status,
      names
    )
  }
  return Effect.succeed({ field, option })
}

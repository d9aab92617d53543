/** A status by its name: which field of a project holds it, and which of the field's options it is. */
import { nearest } from "@inlay/core-http/nearest"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { failed } from "./methods.ts"

/** A field of a project; without options where it is no list of choices. `Id` is as the API at hand writes it. */
export interface StatusField<Id> {
  readonly id: Id
  readonly name: string
  readonly options: ReadonlyArray<{ readonly id: string; readonly name: string }> | undefined
}

/** The names of what is looked for, in any case; emoji and blanks around a name do not count. */
const folded = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const find = <A extends { readonly name: string }>(all: ReadonlyArray<A>, name: string): A | undefined =>
  all.find((one) => one.name.toLowerCase() === name.trim().toLowerCase()) ??
  all.find((one) => folded(one.name) !== "" && folded(one.name) === folded(name))

/** The field and the option; fails as `NotFound` with the names that there are, nearest first. */
export const chooseStatus = <Id>(
  operation: string,
  fields: ReadonlyArray<StatusField<Id>>,
  asked: { readonly field: string; readonly status: string; readonly project: string }
): Effect.Effect<
  { readonly field: StatusField<Id>; readonly option: { readonly id: string; readonly name: string } },
  ProviderError
> => {
  const missing = (what: string, name: string, names: ReadonlyArray<string>) => {
    const known = nearest(name, names, 10)
    return Effect.fail(
      failed(operation, {
        _tag: "NotFound",
        what,
        fix: `${known.length === 0 ? "It has none." : `It has: ${known.map((one) => ProviderText.quote(one, 60)).join(", ")}.`} Nothing was changed.`,
        known
      })
    )
  }
  const choices = fields.filter(({ options }) => options !== undefined)
  const field = find(choices, asked.field)
  if (field === undefined) {
    const names = choices.map(({ name }) => name)
    return missing(`${asked.project} has no field ${asked.field} of choices.`, asked.field, names)
  }
  const option = find(field.options ?? [], asked.status)
  if (option === undefined) {
    const names = (field.options ?? []).map(({ name }) => name)
    return missing(
      `The field ${ProviderText.quote(field.name, 60)} of ${asked.project} has no status ${asked.status}.`,
      asked.status,
      names
    )
  }
  return Effect.succeed({ field, option })
}

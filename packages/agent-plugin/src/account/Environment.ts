/** Accounts that environment variables make: the names of the variables, and the account named `env`. */
import * as Result from "effect/Result"

import { make, type Account, type AccountKind } from "./Account.ts"
import type { Field, FieldRules } from "./Field.ts"

/** The name of a field's environment variable. */
export const envOf = (plugin: string, field: Pick<Field, "name" | "env">): string =>
  field.env ?? `INLAY_${plugin}_${field.name}`.toUpperCase()

/** The parts of an account kind that determine its environment variables. */
export type KindVariables = Pick<AccountKind<FieldRules>, "fields" | "environment"> & { readonly signIn?: unknown }

/** The names of the fields whose environment variables make an account of a kind. */
const makingFields = (kind: KindVariables): ReadonlyArray<string> =>
  kind.environment ??
  kind.fields.filter(({ required, default: fallback }) => required && fallback === undefined).map(({ name }) => name)

/** The environment variables that make an account of a plugin: one list for each kind that needs no sign-in. */
export const variablesOf = (
  plugin: string,
  kinds: ReadonlyArray<KindVariables>
): ReadonlyArray<ReadonlyArray<string>> =>
  kinds
    .filter(({ signIn }) => signIn === undefined)
    .map((kind) => {
      const names = makingFields(kind)
      return kind.fields.filter(({ name }) => names.includes(name)).map((field) => envOf(plugin, field))
    })
    .filter((variables) => variables.length > 0)

/**
 * Makes the account named `env` from environment variables. Returns `undefined` if none of its variables is set and one
 * is needed. Kinds that need a sign-in are skipped, and so are those of which only variables of other programs are set,
 * unless these are valid. Of several kinds, the first whose variables are all set is used, otherwise the one
 * with the most variables set.
 *
 * @param readFile returns the text of the file that a variable names, or `undefined` if it cannot be read; the field
 * then counts as missing
 */
export const fromEnvironment = (
  plugin: { readonly id: string; readonly accountKinds: ReadonlyArray<AccountKind> },
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string | undefined = () => undefined
): Account | undefined => {
  const variable = (field: Field): string | undefined => env[envOf(plugin.id, field)]?.trim() || undefined
  const valueOf = (field: Field): string | undefined => {
    const value = variable(field)
    return field.type === "file" && value !== undefined ? readFile(value) : value
  }
  const candidates = plugin.accountKinds.flatMap((kind) => {
    const set = kind.fields.filter((field) => variable(field) !== undefined)
    const needsNone = kind.environment?.length === 0
    if (kind.signIn !== undefined || (set.length === 0 && !needsNone)) return []
    const values = Object.fromEntries(kind.fields.map((field) => [field.name, valueOf(field)]))
    const account = make({ plugin: plugin.id, name: "env", kind, values, revision: "env" })
    const making = makingFields(kind)
    const parts = making.filter((name) => set.some((field) => field.name === name)).length
    const isWhole = parts === making.length && (parts > 0 || needsNone)
    if (needsNone || set.some(({ shared }) => shared !== true)) return [{ account, parts, isWhole }]
    return Result.isSuccess(kind.validate(account))
      ? [{ account: { ...account, standsBack: true as const }, parts, isWhole }]
      : []
  })
  const [nearest] = candidates.toSorted((a, b) => b.parts - a.parts)
  return (candidates.find(({ isWhole }) => isWhole) ?? nearest)?.account
}

/** Resolves a request to connect an account to its plugin, kind and field values. */
import { normalValue, type AccountKind } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { nearest } from "@inlay/core-http/nearest"
import { MAX_NAMED_FIELDS, invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { Values } from "../../../accounts/fields.ts"
import { holdInput } from "../../../accounts/known-secrets.ts"
import * as Naming from "../../../accounts/naming.ts"
import { SharedRunners } from "../../run-as/run-as.ts"

export interface Connectable {
  readonly plugin: Plugin
  readonly kind: AccountKind
  readonly name: string
  readonly values: Values
}

export interface AccountRequest {
  readonly plugin: string
  readonly kind?: string | undefined
  readonly name?: string | undefined
  readonly values: Values
}

/** Secrets as plain field values. */
export const secretValues = (secrets: Readonly<Record<string, Redacted.Redacted>>): Values =>
  Object.fromEntries(Object.entries(secrets).map(([field, secret]) => [field, Redacted.value(secret)]))

/** Fails if a name is unknown. Redacts the request's secrets from now on. */
export const connectable = Effect.fnUntraced(function* (request: AccountRequest) {
  const { plugins } = yield* SharedRunners
  const plugin = yield* Naming.findPlugin(plugins, request.plugin)
  const name = yield* Naming.checkName(request.name ?? Naming.DEFAULT_NAME, "name")
  const [first] = plugin.accountKinds
  const kind =
    request.kind === undefined && first !== undefined ? first : yield* Naming.findKind(plugin, request.kind ?? "")
  const secrets = kind.fields.filter(({ secret }) => secret).map((field) => request.values[field.name]?.trim() ?? "")
  holdInput(secrets.filter((secret) => secret !== ""))
  const names = kind.fields.map((field) => field.name)
  const unknownFields = Object.keys(request.values).filter((field) => !names.includes(field))
  if (unknownFields.length > 0) {
    return yield* invalid(
      "inlay",
      "connect",
      unknownFields.map((field, at) => {
        const near = at < MAX_NAMED_FIELDS ? nearest(field, names, 2) : []
        return {
          field: "values",
          message: `holds a field that ${kind.title} does not have; the nearest: ${near.join(", ")}`
        }
      })
    )
  }
  const values = Object.fromEntries(
    kind.fields.flatMap((field) => {
      const value = request.values[field.name]
      return value === undefined ? [] : [[field.name, normalValue(field, value)]]
    })
  )
  const result: Connectable = { plugin, kind, name, values }
  return result
})

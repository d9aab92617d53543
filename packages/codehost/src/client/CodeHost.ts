/**
 * The client of one account: the resources of the service, its hooks, its token's owner, and a method for any other API
 * call.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { failureOf } from "../wire/graphql-policy.ts"
import { refusalOfApp } from "../wire/reasons/app-tokens.ts"
import * as Hooks from "./Hooks.ts"
import * as Resources from "./resources.ts"
import type { Settings } from "./settings.ts"
import * as TokenOwner from "./TokenOwner.ts"

/** The client of one account. */
export interface CodeHostClient extends Resources.Resources {
  readonly hooks: Hooks.Hooks
  /** Who the token belongs to. */
  readonly tokenOwner: () => Effect.Effect<TokenOwner.TokenOwner, ProviderError>
}

/** The client as an Effect service, for tool steps. */
export class CodeHost extends Context.Service<CodeHost, CodeHostClient>()("@inlay/codehost/CodeHost") {}

/** The promise client and the browser's are smaller without these reasons: they give the service's own words. */
const failureOfAnyToken: typeof failureOf = (answer, path, method) =>
  refusalOfApp(answer, path) ?? failureOf(answer, path, method)

/** Creates the client of one account. It uses the transport from its context. */
export const make = (settings: Settings) =>
  Effect.map(Resources.make(settings, { failureOf: failureOfAnyToken }), ({ http, resources }): CodeHostClient => ({
    ...resources,
    hooks: Hooks.make(http),
    tokenOwner: () => TokenOwner.ask(http)
  }))

/**
 * A connected account and the description of how one is connected. The one description feeds the command line, the
 * extension's options page, the checks and the documents.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Spend } from "@inlay/core-http/Spend"
import type { StorageError } from "@inlay/core-http/StorageError"
import type { TokenSource } from "@inlay/core-http/TokenSource"
import type { Transport } from "@inlay/core-http/Transport"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { RevokeReport, SignIn } from "./SignIn.ts"

/** One setting of an account: what pages, prompts, environment variables and documents are drawn from. */
export interface Field {
  /** snake_case; its environment variable is `INLAY_<PLUGIN>_<NAME>` unless `env` says otherwise. */
  readonly name: string
  readonly label: string
  /** A boolean's values are `true` and `false`. */
  readonly type: "text" | "url" | "number" | "boolean"
  /** A secret is stored encrypted and never shown again. */
  readonly secret: boolean
  readonly required: boolean
  readonly default?: string
  readonly help: string
  readonly env?: string
}

/** What keeps an account from working, and what to do about it; a sentence each. */
export interface Problem {
  readonly what: string
  readonly fix: string
}

/** What a free check of an account found. */
export interface CheckReport {
  readonly ok: boolean
  /** Who the credential belongs to, where the provider says. */
  readonly identity?: string
  readonly scopes: ReadonlyArray<string>
  /** Facts worth showing: rate limit, credits left, caps. */
  readonly limits: ReadonlyArray<{ readonly label: string; readonly value: string }>
  readonly problems: ReadonlyArray<Problem>
}

/** By what an account pays. */
export interface SpendingTerms {
  /** The fingerprint of the key, as ledger rows carry it: `Purse.of`. */
  readonly purse: string
  /** The account's prices by operation, in credits, each with the field that sets it; `null` where it has none. */
  readonly prices: Readonly<Record<string, { readonly credits: number | null; readonly field: string }>>
}

/** One way to connect a plugin: the fields that it needs, and a free check that they work. */
export interface AccountKind {
  readonly id: string
  readonly title: string
  readonly fields: ReadonlyArray<Field>
  /** Costs nothing: sends only what the provider does not charge for. */
  readonly check: (account: Account) => Effect.Effect<CheckReport, ProviderError, Transport | Spend>
  /** By what an account pays; absent where nothing costs. Sends nothing. */
  readonly spending?: (account: Account) => Effect.Effect<SpendingTerms, ProviderError>
  /** Where the secret field `token` comes from a sign-in in the user's browser, not from the user. */
  readonly signIn?: SignIn
  /** Ends what the account's secrets allow, at the provider. */
  readonly revoke?: (account: Account) => Effect.Effect<RevokeReport, ProviderError, Transport | Spend>
}

/** A connected account: settings to read, secrets to send and never to show. */
export interface Account {
  readonly plugin: string
  /** What tool calls name it by; unique within its plugin. */
  readonly name: string
  readonly kind: string
  /** Values of the fields that are no secrets; absent where not given and without a default. */
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, Redacted.Redacted>>
  /** Changes whenever a setting or secret does, so that no client outlives its account. */
  readonly revision: string
  /** Writing steps are refused: the setting `read_only` is given, and not as `false`. */
  readonly readOnly: boolean
  /** Where the token was signed in for and can be renewed: what to send in place of the secret `token`. */
  readonly tokens?: TokenSource
}

/** Whether settings make an account read-only; whoever wrote `yes` meant it. */
export const isReadOnly = (settings: Account["settings"]): boolean => (settings["read_only"] ?? "false") !== "false"

/** The secret field that a sign-in fills. */
export const TOKEN = "token"

/** Every secret that an account is known to have, for redaction. */
export const secretsOf = ({ secrets, tokens }: Account): ReadonlyArray<Redacted.Redacted> => [
  ...Object.values(secrets),
  ...(tokens?.secrets() ?? [])
]

/** A connected account that cannot be opened. */
export interface ClosedAccount {
  readonly plugin: string
  readonly name: string
  readonly problem: ProviderError
}

/** The connected accounts, wherever they are kept. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** Those that open. */
    readonly all: Effect.Effect<ReadonlyArray<Account>, ProviderError | StorageError>
    /** Those that are connected and do not open, each with why: they stop no other, and a call to one says so. */
    readonly closed?: Effect.Effect<ReadonlyArray<ClosedAccount>, ProviderError | StorageError>
  }
>()("@inlay/agent-plugin/Accounts") {}

/** The environment variable of a field. */
export const envOf = (plugin: string, field: Pick<Field, "name" | "env">): string =>
  field.env ?? `INLAY_${plugin}_${field.name}`.toUpperCase()

/** An account from given values, with the kind's defaults; blank values count as not given. */
export const make = (options: {
  readonly plugin: string
  readonly name: string
  readonly kind: AccountKind
  readonly values: Readonly<Record<string, string | undefined>>
  readonly revision: string
}): Account => {
  const settings: Record<string, string> = {}
  const secrets: Record<string, Redacted.Redacted> = {}
  for (const field of options.kind.fields) {
    const value = options.values[field.name]?.trim() || field.default
    if (value === undefined) continue
    if (field.secret) secrets[field.name] = Redacted.make(value)
    else settings[field.name] = value
  }
  return {
    plugin: options.plugin,
    name: options.name,
    kind: options.kind.id,
    settings,
    secrets,
    revision: options.revision,
    readOnly: isReadOnly(settings)
  }
}

/** The account named `env` that environment variables make; `undefined` where none of its variables is set. Nobody signs in by them. */
export const fromEnvironment = (
  plugin: { readonly id: string; readonly accountKinds: ReadonlyArray<AccountKind> },
  env: Readonly<Record<string, string | undefined>>
): Account | undefined => {
  for (const kind of plugin.accountKinds.filter(({ signIn }) => signIn === undefined)) {
    const values = Object.fromEntries(kind.fields.map((field) => [field.name, env[envOf(plugin.id, field)]]))
    if (Object.values(values).some((value) => value !== undefined && value.trim() !== "")) {
      return make({ plugin: plugin.id, name: "env", kind, values, revision: "env" })
    }
  }
  return undefined
}

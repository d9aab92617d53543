/**
 * Connected accounts and the description of how to connect one. The command line, the extension's options page, the
 * checks and the documentation all use the same description.
 */
import type * as AuthorizationCode from "@inlay/core-http/AuthorizationCode"
import type { DeviceSignIn } from "@inlay/core-http/DeviceFlow"
import type { Grant } from "@inlay/core-http/Grant"
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"
import type { Spend } from "@inlay/core-http/Spend"
import type { TokenSource } from "@inlay/core-http/TokenSource"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"

import type { Choice, Field, FieldRules } from "./Field.ts"

export {
  field,
  rules,
  withTexts,
  type Choice,
  type Field,
  type FieldRules,
  type FieldText,
  type FieldTexts
} from "./Field.ts"

/** Why an account does not work, as a sentence, and how to fix it, if that is known: a failure, or anything else. */
export type Problem = Reason | { readonly what: string; readonly remedy?: Remedy }

/** Converts a provider error to an account problem. */
export const problemOf = ({ reason }: ProviderError): Problem => reason

/** The reason that every call of an account without a key has. @param key what is missing, such as `access token` */
export const missingKey = ({ name }: Pick<Account, "name">, key: string): Reason => ({
  _tag: "Unauthorized",
  what: `The account ${name} has no ${key}.`,
  remedy: { to: "enterKey" },
  nothing: "sent"
})

/** The result of a free check of an account. */
export interface CheckReport {
  readonly ok: boolean
  /** Who the credential belongs to, if the provider says. */
  readonly identity?: string
  /** The scopes that were granted. Empty if they are not known. */
  readonly scopes: ReadonlyArray<string>
  /** Facts to display: rate limit, credits left, caps. */
  readonly limits: ReadonlyArray<{ readonly label: string; readonly value: string }>
  readonly problems: ReadonlyArray<Problem>
  /** Remarks that need no action. */
  readonly notes?: ReadonlyArray<string>
}

/** How an account pays. */
export interface SpendingTerms {
  /** The fingerprint of the API key, as ledger rows store it: `Purse.of`. */
  readonly purse: string
  /**
   * The account's price of each operation in credits (`null` if none is set), with the name of the field that sets it.
   */
  readonly prices: Readonly<Record<string, { readonly credits: number | null; readonly field: string }>>
}

/** How an account kind signs in: with a device code, with a redirect in the browser, or both. */
export interface SignIn {
  /** Starts a device sign-in for the given settings. Needs no secret, and nothing has to listen for a redirect. */
  readonly device?: (settings: Account["settings"]) => Effect.Effect<DeviceSignIn, ProviderError, Transport>
  readonly browser?: BrowserSignIn
  /**
   * Exchanges a refresh token for a new grant. Fails as `Unauthorized` if the provider no longer accepts the refresh
   * token; the user then has to sign in again. Absent if tokens are not renewed.
   */
  readonly refresh?: (
    account: Account,
    refreshToken: Redacted.Redacted
  ) => Effect.Effect<Grant, ProviderError, Transport>
}

/**
 * Authorization code flow with PKCE. The plugin knows the endpoints; the app keeps the state and verifier, and receives
 * the response.
 */
export interface BrowserSignIn {
  /** Builds the URL to open. Sends nothing. */
  readonly url: (
    settings: Account["settings"],
    to: { readonly redirectUri: string; readonly state: string; readonly challenge: string }
  ) => Effect.Effect<URL, ProviderError>
  /** The issuer whose responses are accepted (RFC 9207). Absent if the service does not identify itself. */
  readonly issuer?: (settings: Account["settings"]) => AuthorizationCode.Issuer
  /**
   * Exchanges the code from the redirect for a grant. The account holds the values given so far, including a client
   * secret.
   */
  readonly finish: (
    account: Account,
    answer: { readonly code: string; readonly verifier: Redacted.Redacted; readonly redirectUri: string }
  ) => Effect.Effect<Grant, ProviderError, Transport>
}

/** The result of revoking an account's secrets at the provider. */
export interface RevokeReport {
  readonly revoked: boolean
  /** What the user still has to do by hand, as a sentence. */
  readonly left?: string
}

/** One way to connect a plugin: the fields it needs, and a free check that they work. */
export interface AccountKind<F extends FieldRules = Field> {
  readonly id: string
  readonly title: string
  /** A few words on when to choose this kind, if there are several. */
  readonly summary?: string
  readonly fields: ReadonlyArray<F>
  /** Validates an account's settings on their own; fails as `connect` would. Pure: sends nothing. */
  readonly validate: (account: Account) => Result.Result<unknown, ProviderError>
  /** Checks an account for free: sends only requests that the provider does not charge for. */
  readonly check: (account: Account) => Effect.Effect<CheckReport, ProviderError, Transport | Spend>
  /** Returns how the account pays. Absent if nothing costs credits. Sends nothing. */
  readonly spending?: (account: Account) => Effect.Effect<SpendingTerms, ProviderError>
  /** Present if the secret field `token` comes from a sign-in in the user's browser instead of from the user. */
  readonly signIn?: SignIn
  /**
   * Makes the account's token source from what the account holds, such as a service account's key or a refresh token.
   * Sends nothing yet.
   */
  readonly mint?: (account: Account) => Effect.Effect<TokenSource, ProviderError, Transport>
  /** Loads the options of a field whose `options` is `provider`. Free. */
  readonly choices?: (
    account: Account,
    field: string
  ) => Effect.Effect<ReadonlyArray<Choice>, ProviderError, Transport | Spend>
  /**
   * The fields whose environment variables, if all are set, make the account `env` of this kind. Defaults to the
   * required fields without a default. If the list is empty, the account is always there.
   */
  readonly environment?: ReadonlyArray<string>
  /**
   * What `revoke` ends besides the account's own secrets, such as the consent to an OAuth client. Accounts of one value
   * may end together, so only the last of them is revoked. Absent if other accounts are not affected.
   */
  readonly consent?: (account: Account) => string
  /** Revokes the account's secrets at the provider. */
  readonly revoke?: (account: Account) => Effect.Effect<RevokeReport, ProviderError, Transport | Spend>
}

/** A connected account: its settings, and its secrets, which are sent but never displayed. */
export interface Account {
  readonly plugin: string
  /** The name that tool calls use for the account. Unique within its plugin. */
  readonly name: string
  readonly kind: string
  /** Values of the non-secret fields. A field is absent if it has neither a value nor a default. */
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, Redacted.Redacted>>
  /** Changes whenever a setting or secret changes, so that no client outlives the account it was made for. */
  readonly revision: string
  /** Whether writing steps are refused: the setting `read_only` is set to anything but `false`. */
  readonly readOnly: boolean
  /** When the account was connected, in Unix milliseconds, if known. */
  readonly connectedMillis?: number
  /** The scopes that a sign-in granted, if they are known. */
  readonly scopes?: ReadonlyArray<string>
  /** Made only of environment variables that other programs use, too: unused if an account of the plugin is stored. */
  readonly standsBack?: true
  /** Present if the token can be renewed or is minted. Sent in place of the secret `token`. */
  readonly tokens?: TokenSource
}

/**
 * Normalises an entered value for its field's type: trims whitespace, and maps `yes`, `on`, `1`, `no`, `off` and `0` to
 * booleans.
 */
export const normalValue = ({ type }: Pick<Field, "type">, entry: string): string => {
  const value = entry.trim()
  if (type !== "boolean") return value
  if (/^(y|yes|on|1)$/i.test(value)) return "true"
  return /^(n|no|off|0)$/i.test(value) ? "false" : value.toLowerCase()
}

/** Whether the settings make an account read-only. Any value but `false` does. */
export const isReadOnly = (settings: Account["settings"]): boolean => (settings["read_only"] ?? "false") !== "false"

/** The name of the secret field that a sign-in fills. */
export const TOKEN = "token"

/** The fields that somebody gives: all except the one that a sign-in fills. */
export const enteredFields = ({ fields, signIn }: Pick<AccountKind, "fields" | "signIn">): ReadonlyArray<Field> =>
  signIn === undefined ? fields : fields.filter(({ name }) => name !== TOKEN)

/** Every known secret of an account, for redaction. */
export const secretsOf = ({ secrets, tokens }: Account): ReadonlyArray<Redacted.Redacted> => [
  ...Object.values(secrets),
  ...(tokens?.secrets() ?? [])
]

/** The scopes that the account's token has. Empty if they are not known, such as those of a token that was entered. */
export const scopesOf = ({ scopes, tokens }: Account): ReadonlyArray<string> => tokens?.scopes?.() ?? scopes ?? []

/** Makes an account from the given values and the kind's defaults. Blank values count as missing. */
export const make = (options: {
  readonly plugin: string
  readonly name: string
  readonly kind: AccountKind<FieldRules>
  readonly values: Readonly<Record<string, string | undefined>>
  readonly revision: string
}): Account => {
  const settings: Record<string, string> = {}
  const secrets: Record<string, Redacted.Redacted> = {}
  for (const field of options.kind.fields) {
    const value = normalValue(field, options.values[field.name] ?? "") || field.default
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

/**
 * Returns the account with its minted token source. An account that already has a token source, or whose kind mints
 * none, is returned unchanged.
 */
export const withTokens = (kind: AccountKind, account: Account): Effect.Effect<Account, ProviderError, Transport> =>
  kind.mint === undefined || account.tokens !== undefined
    ? Effect.succeed(account)
    : Effect.map(kind.mint(account), (tokens) => ({ ...account, tokens }))

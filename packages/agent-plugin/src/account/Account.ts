/**
 * A connected account and the description of how one is connected. The one description feeds the command line, the
 * extension's options page, the checks and the documents.
 */
import type * as AuthorizationCode from "@inlay/core-http/AuthorizationCode"
import type { DeviceSignIn } from "@inlay/core-http/DeviceFlow"
import type { Grant } from "@inlay/core-http/Grant"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"
import type { Spend } from "@inlay/core-http/Spend"
import type { TokenSource } from "@inlay/core-http/TokenSource"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"

/** One setting of an account: what pages, prompts, environment variables and documents are drawn from. */
export interface Field {
  /** snake_case; its environment variable is `INLAY_<PLUGIN>_<NAME>` unless `env` says otherwise. */
  readonly name: string
  readonly label: string
  /**
   * A boolean's values are `true` and `false`. A choice's are those of its options. A file's value is its content; commands
   * and its variable take the path.
   */
  readonly type: "text" | "url" | "number" | "boolean" | "choice" | "file"
  /** A secret is stored encrypted and never shown again. */
  readonly secret: boolean
  readonly required: boolean
  /** What a form enters for a new account. Unlike a default it can be cleared, and then stands for nothing. */
  readonly proposed?: string
  /** Most accounts leave it as it is: a form shows it when it is asked for. */
  readonly advanced?: true
  readonly default?: string
  readonly help: string
  readonly env?: string
  /** Of a choice. `provider`: what there is to choose is known once the account can ask, by its kind's `choices`. */
  readonly options?: ReadonlyArray<Choice> | "provider"
}

/** One value that a field of the type `choice` may have. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** What keeps an account from working, as a sentence, and what would mend it, where that is known. */
export interface Problem {
  readonly what: string
  readonly remedy?: Remedy
}

/** A failure as a problem of the account. */
export const problemOf = ({ reason }: ProviderError): Problem => ({
  what: reason.what,
  ...(reason.remedy !== undefined && { remedy: reason.remedy })
})

/** What a free check of an account found. */
export interface CheckReport {
  readonly ok: boolean
  /** Who the credential belongs to, where the provider says. */
  readonly identity?: string
  readonly scopes: ReadonlyArray<string>
  /** Facts worth showing: rate limit, credits left, caps. */
  readonly limits: ReadonlyArray<{ readonly label: string; readonly value: string }>
  readonly problems: ReadonlyArray<Problem>
  /** Sentences worth knowing, about nothing that has to be mended. */
  readonly notes?: ReadonlyArray<string>
}

/** By what an account pays. */
export interface SpendingTerms {
  /** The fingerprint of the key, as ledger rows carry it: `Purse.of`. */
  readonly purse: string
  /** The account's prices by operation, in credits, each with the field that sets it; `null` where it has none. */
  readonly prices: Readonly<Record<string, { readonly credits: number | null; readonly field: string }>>
}

/** How an account kind signs in: by a code that is typed in, by an answer that comes back to the browser, or by both. */
export interface SignIn {
  /** Begins for the settings that were given; nothing secret goes in. Nothing has to listen for an answer. */
  readonly device?: (settings: Account["settings"]) => Effect.Effect<DeviceSignIn, ProviderError, Transport>
  readonly browser?: BrowserSignIn
  /**
   * Another grant for a refresh token. Fails as `Unauthorized` where the provider no longer takes it: only signing in again
   * helps then. Absent where tokens are not renewed.
   */
  readonly refresh?: (
    account: Account,
    refreshToken: Redacted.Redacted
  ) => Effect.Effect<Grant, ProviderError, Transport>
}

/** Authorization code with PKCE: the plugin knows the endpoints; the app keeps state and verifier, and gets the answer. */
export interface BrowserSignIn {
  /** The address to open. Nothing is sent. */
  readonly url: (
    settings: Account["settings"],
    to: { readonly redirectUri: string; readonly state: string; readonly challenge: string }
  ) => Effect.Effect<URL, ProviderError>
  /** Whose answers are taken (RFC 9207); absent where the service does not name itself. */
  readonly issuer?: (settings: Account["settings"]) => AuthorizationCode.Issuer
  /** The grant for the code that came back. The account holds what was given so far, a client's secret included. */
  readonly finish: (
    account: Account,
    answer: { readonly code: string; readonly verifier: Redacted.Redacted; readonly redirectUri: string }
  ) => Effect.Effect<Grant, ProviderError, Transport>
}

/** What became of an account's secrets at the provider. */
export interface RevokeReport {
  readonly revoked: boolean
  /** What is left to do by hand, a sentence. */
  readonly left?: string
}

/** One way to connect a plugin: the fields that it needs, and a free check that they work. */
export interface AccountKind {
  readonly id: string
  readonly title: string
  /** A few words on when it is the one to choose, where there are several. */
  readonly summary?: string
  readonly fields: ReadonlyArray<Field>
  /** Whether an account's settings can work, by themselves: fails as `connect` would. Pure: sends nothing. */
  readonly validate: (account: Account) => Result.Result<unknown, ProviderError>
  /** Costs nothing: sends only what the provider does not charge for. */
  readonly check: (account: Account) => Effect.Effect<CheckReport, ProviderError, Transport | Spend>
  /** By what an account pays; absent where nothing costs. Sends nothing. */
  readonly spending?: (account: Account) => Effect.Effect<SpendingTerms, ProviderError>
  /** Where the secret field `token` comes from a sign-in in the user's browser, not from the user. */
  readonly signIn?: SignIn
  /** Makes the account's tokens from what it holds, such as a service account's key or a refresh token. Sends nothing yet. */
  readonly mint?: (account: Account) => Effect.Effect<TokenSource, ProviderError, Transport>
  /** What there is to choose for a field whose options are the provider's. Costs nothing. */
  readonly choices?: (
    account: Account,
    field: string
  ) => Effect.Effect<ReadonlyArray<Choice>, ProviderError, Transport | Spend>
  /**
   * The fields whose variables, all set, make the account `env` of this kind. By default those that are required and have no
   * default.
   */
  readonly environment?: ReadonlyArray<string>
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
  /** When it was connected, in Unix milliseconds, where that is known. */
  readonly connectedMillis?: number
  /** Where the token was signed in for and can be renewed: what to send in place of the secret `token`. */
  readonly tokens?: TokenSource
}

/** A value as its field's type has it: without blanks around it, `yes`, `on`, `1`, `no`, `off` and `0` as a boolean. */
export const normalValue = ({ type }: Pick<Field, "type">, entry: string): string => {
  const value = entry.trim()
  if (type !== "boolean") return value
  if (/^(y|yes|on|1)$/i.test(value)) return "true"
  return /^(n|no|off|0)$/i.test(value) ? "false" : value.toLowerCase()
}

/** Whether settings make an account read-only; any value but `false` does. */
export const isReadOnly = (settings: Account["settings"]): boolean => (settings["read_only"] ?? "false") !== "false"

/** The secret field that a sign-in fills. */
export const TOKEN = "token"

/** Every secret that an account is known to have, for redaction. */
export const secretsOf = ({ secrets, tokens }: Account): ReadonlyArray<Redacted.Redacted> => [
  ...Object.values(secrets),
  ...(tokens?.secrets() ?? [])
]

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

/** What the names of the environment variables of an account are made from. */
export type KindVariables = Pick<AccountKind, "fields" | "environment"> & { readonly signIn?: unknown }

/** The fields whose variables make an account of a kind. */
const makingFields = (kind: KindVariables): ReadonlyArray<string> =>
  kind.environment ??
  kind.fields.filter(({ required, default: fallback }) => required && fallback === undefined).map(({ name }) => name)

/** The lists of environment variables that make an account of a plugin, one for each kind that nobody has to sign in to. */
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

/** How far the variables that are set make an account of a kind: the whole of one counts more than parts of another. */
const fitOf = (kind: AccountKind, isSet: (field: string) => boolean): readonly [isWhole: boolean, parts: number] => {
  const making = makingFields(kind)
  const parts = making.filter(isSet).length
  return [making.length > 0 && parts === making.length, parts]
}

/**
 * The account named `env` that environment variables make; `undefined` where none of its variables is set. Nobody signs in
 * by them. Of several kinds it is the first whose variables are all set, else the one that lacks least.
 *
 * @param readFile the text of the file that a variable names; `undefined` where it cannot be read, and the field is not given
 */
export const fromEnvironment = (
  plugin: { readonly id: string; readonly accountKinds: ReadonlyArray<AccountKind> },
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string | undefined = () => undefined
): Account | undefined => {
  const variable = (field: Field): string | undefined => env[envOf(plugin.id, field)]?.trim() || undefined
  const kinds = plugin.accountKinds
    .filter(({ signIn, fields }) => signIn === undefined && fields.some((field) => variable(field) !== undefined))
    .map((kind) => {
      const isSet = (name: string) => kind.fields.some((field) => field.name === name && variable(field) !== undefined)
      return { kind, fit: fitOf(kind, isSet) }
    })
  const whole = kinds.find(({ fit: [isWhole] }) => isWhole)
  const nearest = kinds.reduce<(typeof kinds)[number] | undefined>(
    (best, one) => (best === undefined || one.fit[1] > best.fit[1] ? one : best),
    undefined
  )
  const kind = (whole ?? nearest)?.kind
  if (kind === undefined) return undefined
  const values = kind.fields.map((field) => {
    const value = variable(field)
    return [field.name, field.type === "file" && value !== undefined ? readFile(value) : value] as const
  })
  return make({ plugin: plugin.id, name: "env", kind, values: Object.fromEntries(values), revision: "env" })
}

/** The account with what it sends in place of a token: made by its kind, where no token source renews it. */
export const withTokens = (kind: AccountKind, account: Account): Effect.Effect<Account, ProviderError, Transport> =>
  kind.mint === undefined || account.tokens !== undefined
    ? Effect.succeed(account)
    : Effect.map(kind.mint(account), (tokens) => ({ ...account, tokens }))

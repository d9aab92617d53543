/**
 * The secrets that this process must never show: those of its environment, those that were typed or piped in, and those
 * of the accounts that it opened. Shared by the whole process, because a crash has no access to services. Its size is
 * bounded, because every text is searched for each of them: an account holds its current secrets and those from before
 * its last renewal, and of what was typed in, the latest are held.
 */
import * as Redaction from "@inlay/core-http/Redaction"
import * as Redacted from "effect/Redacted"

import { accountVariables, secretVariables } from "../account-variables.gen.ts"
import { passwordsIn } from "../storage/postgres/address.ts"

type Secrets = Iterable<string | Redacted.Redacted>

/** Shorter values of other programs' variables are ordinary words. */
const MIN_FOREIGN_CHARS = 8

const SECRETS: ReadonlySet<string> = new Set([...secretVariables, "INLAY_HUB_TOKEN"])

/** The name of a session, as in `DESKTOP_SESSION=cinnamon`; but `CLOUD_SESSION_TOKEN` holds a token. */
const SESSION = /(^|_)SESSIONS?(?=_|$)/gi
/** How a secret is sent, as in `AUTH_HEADER=authorization`. */
const MANNER = /_(HEADER|SCHEME)$/i
/** An address, which is secret only if it holds more than a host and a path. */
const ADDRESS = /_UR[IL]$/i

/** Returns whether the name of a variable that no plugin declares says that its value is secret. */
const isProbablySecret = (name: string, value: string): boolean => {
  if (MANNER.test(name) || (ADDRESS.test(name) && !/[@?#]/.test(value))) return false
  return Redaction.isSecretName(name.replaceAll(SESSION, "")) || /PASSWORD$/i.test(name)
}

/**
 * Values of the variables that plugins declare to be secret, of the program's own secrets, and of all others whose name
 * indicates a secret. `INLAY_SECRET_KEY` also counts for each key in its list.
 */
const secretsIn = (env: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> =>
  Object.entries(env).flatMap(([name, text]) => {
    const value = text?.trim() ?? ""
    if (name === "INLAY_DATABASE") return passwordsIn(value)
    if (name === "INLAY_SECRET_KEY") return [value, ...value.split(",").map((part) => part.trim())]
    if (SECRETS.has(name)) return [value]
    if (accountVariables.includes(name)) return []
    const counts = name.startsWith("INLAY_") || value.length >= MIN_FOREIGN_CHARS
    return counts && isProbablySecret(name, value) ? [value] : []
  })

const redacting = (secrets: ReadonlyArray<string>) => Redaction.make(secrets.map((secret) => Redacted.make(secret)))

/** A redactor for the secrets of an environment only. */
export const redactorOf = (env: Readonly<Record<string, string | undefined>>): Redaction.Redactor =>
  redacting(secretsIn(env))

interface Generations {
  readonly current: ReadonlyArray<string>
  /** A call in progress may still fail with one of these in its message. */
  readonly before: ReadonlyArray<string>
}

/**
 * How many inputs are held: more than any command has, also if a key of many lines is piped in. A server gets some with
 * each connection and sign-in, and holds those of its accounts anyway.
 */
const MAX_TYPED = 200

const byOwner = new Map<string, Generations>()
const typedSecrets = new Set<string>()
let latest: { readonly environment: string; readonly redactor: Redaction.Redactor } | undefined

const textsOf = (secrets: Secrets): ReadonlyArray<string> =>
  [...secrets]
    .map((secret) => (Redacted.isRedacted(secret) ? Redacted.value(secret) : secret))
    .filter((secret) => secret !== "")

/**
 * Redacts these secrets from now on, and still those that the owner held just before.
 *
 * @param owner for example an account's id
 */
export const holdFor = (owner: string, secrets: Secrets): void => {
  const current = textsOf(secrets)
  const { current: before = [] } = byOwner.get(owner) ?? {}
  if (current.every((secret) => before.includes(secret))) return
  byOwner.set(owner, { current, before })
  latest = undefined
}

/** Drops an owner that is gone: its secrets are no longer redacted. */
export const release = (owner: string): void => {
  if (byOwner.delete(owner)) latest = undefined
}

/** Redacts input from a terminal, standard input or a request, until as many others as are held have followed it. */
export const holdInput = (secrets: Secrets): void => {
  for (const secret of textsOf(secrets)) {
    typedSecrets.delete(secret)
    typedSecrets.add(secret)
  }
  for (const oldest of [...typedSecrets].slice(0, -MAX_TYPED)) typedSecrets.delete(oldest)
  latest = undefined
}

/** Drops all owners and inputs, for programs that run one command after another. */
export const releaseAll = (): void => {
  byOwner.clear()
  typedSecrets.clear()
  latest = undefined
}

const withKnownSecrets = (environment: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...environment,
  ...typedSecrets,
  ...[...byOwner.values()].flatMap(({ current, before }) => [...current, ...before])
]

const now = (): Redaction.Redactor => {
  const inEnvironment = secretsIn(process.env)
  const environment = inEnvironment.join("\0")
  if (latest?.environment !== environment)
    latest = { environment, redactor: redacting(withKnownSecrets(inEnvironment)) }
  return latest.redactor
}

/** Matches each secret up to its first equals sign, because that is where the name of a flag ends. */
export const flagRedactor = (): Redaction.Redactor =>
  redacting(withKnownSecrets(secretsIn(process.env)).map((secret) => secret.split("=")[0] ?? ""))

/** Redacts everything that is known when a text is redacted. */
export const redactor: Redaction.Redactor = {
  text: (text) => now().text(text),
  json: (value) => now().json(value),
  isClean: (text) => now().isClean(text),
  get mayBeNumber() {
    return now().mayBeNumber
  },
  longText: (text) => now().longText(text)
}

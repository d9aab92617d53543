/**
 * What this process must never show: the secrets of its environment, those that somebody typed or piped in, and those of
 * the accounts that it opened. One for the whole process, because a crash has no services to ask. Bounded by the accounts:
 * each holds what it has now and what it had before its last renewal.
 */
import * as Redaction from "@inlay/core-http/Redaction"
import * as Redacted from "effect/Redacted"

import { passwordsIn } from "../storage/postgres/address.ts"

type Secrets = Iterable<string | Redacted.Redacted>

/** Shorter values of other programs' variables are words: `DESKTOP_SESSION=ubuntu`. */
const MIN_FOREIGN_CHARS = 8

/** Values of the environment whose variable's name says secret; one that separates several by commas counts for each. */
const secretsIn = (env: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> =>
  Object.entries(env).flatMap(([name, text]) => {
    const value = text?.trim() ?? ""
    if (name === "INLAY_DATABASE") return passwordsIn(value)
    const counts = name.startsWith("INLAY_") || value.length >= MIN_FOREIGN_CHARS
    if (!counts || !Redaction.isSecretName(name)) return []
    return name === "INLAY_SECRET_KEY" ? [value, ...value.split(",").map((part) => part.trim())] : [value]
  })

const redacting = (secrets: ReadonlyArray<string>) => Redaction.make(secrets.map((secret) => Redacted.make(secret)))

/** A redactor of an environment's secrets alone. */
export const redactorOf = (env: Readonly<Record<string, string | undefined>>): Redaction.Redactor =>
  redacting(secretsIn(env))

interface Generations {
  readonly current: ReadonlyArray<string>
  /** A call that is under way may still fail with one of these. */
  readonly before: ReadonlyArray<string>
}

const byOwner = new Map<string, Generations>()
const typedSecrets = new Set<string>()
let latest: { readonly environment: string; readonly redactor: Redaction.Redactor } | undefined

const textsOf = (secrets: Secrets): ReadonlyArray<string> =>
  [...secrets]
    .map((secret) => (Redacted.isRedacted(secret) ? Redacted.value(secret) : secret))
    .filter((secret) => secret !== "")

/** Never shown from now on, in the place of what the owner had before its last. @param owner an account's id, say */
export const holdFor = (owner: string, secrets: Secrets): void => {
  const current = textsOf(secrets)
  const { current: before = [] } = byOwner.get(owner) ?? {}
  if (current.every((secret) => before.includes(secret))) return
  byOwner.set(owner, { current, before })
  latest = undefined
}

/** An owner that is gone: what it held may be shown again. */
export const release = (owner: string): void => {
  if (byOwner.delete(owner)) latest = undefined
}

/** What somebody gave this process on a terminal or by standard input: never shown as long as it runs. */
export const holdInput = (secrets: Secrets): void => {
  for (const secret of textsOf(secrets)) typedSecrets.add(secret)
  latest = undefined
}

/** All owners and inputs at once, where one command runs after another in the same program. */
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

/** A flag's name ends at its first equals sign, and so does a secret that was given for one. */
export const flagRedactor = (): Redaction.Redactor =>
  redacting(withKnownSecrets(secretsIn(process.env)).map((secret) => secret.split("=")[0] ?? ""))

/** For all that is known at the moment of each text. */
export const redactor: Redaction.Redactor = {
  text: (text) => now().text(text),
  json: (value) => now().json(value),
  isClean: (text) => now().isClean(text),
  get mayBeNumber() {
    return now().mayBeNumber
  },
  longText: (text) => now().longText(text)
}

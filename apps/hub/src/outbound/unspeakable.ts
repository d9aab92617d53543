/**
 * What this process must never say: the secrets of its environment, and those that it came to know since, such as stored
 * ones that were opened. One for the whole process, because a crash has no services to ask.
 */
import * as Redaction from "@inlay/core-http/Redaction"
import * as Redacted from "effect/Redacted"

/** Shorter values of other programs' variables are words: `DESKTOP_SESSION=ubuntu`. */
const MIN_FOREIGN_CHARS = 8

/** Values of the environment whose variable's name says secret; one that separates several by commas counts for each. */
const secretsOf = (env: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> =>
  Object.entries(env).flatMap(([name, given]) => {
    const value = given?.trim() ?? ""
    const counts = name.startsWith("INLAY_") || value.length >= MIN_FOREIGN_CHARS
    if (!counts || !Redaction.isSecretName(name)) return []
    return name === "INLAY_SECRET_KEY" ? [value, ...value.split(",").map((part) => part.trim())] : [value]
  })

const redacting = (secrets: ReadonlyArray<string>) => Redaction.make(secrets.map((secret) => Redacted.make(secret)))

/** A redactor of an environment's secrets alone. */
export const redactorOf = (env: Readonly<Record<string, string | undefined>>): Redaction.Redactor =>
  redacting(secretsOf(env))

/** More than a process comes to know in months of renewed tokens. */
const MAX_KNOWN = 1_000

const known = new Set<string>()
let made: { readonly of: string; readonly redactor: Redaction.Redactor } | undefined

/** From now on, never said. */
export const remember = (secrets: Iterable<string | Redacted.Redacted>): void => {
  for (const secret of secrets) {
    const value = Redacted.isRedacted(secret) ? Redacted.value(secret) : secret
    if (value === "" || known.has(value)) continue
    known.add(value)
    const [oldest] = known
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    made = undefined
  }
}

const now = (): Redaction.Redactor => {
  const given = secretsOf(process.env)
  const of = given.join("\0")
  if (made?.of !== of) made = { of, redactor: redacting([...given, ...known]) }
  return made.redactor
}

/** A flag's name ends at its first equals sign, and so does a secret that was given for one. */
export const unspeakableFlags = (): Redaction.Redactor =>
  redacting([...secretsOf(process.env), ...known].map((secret) => secret.split("=")[0] ?? ""))

/** For all that is known at the moment of each text. */
export const unspeakable: Redaction.Redactor = {
  text: (text) => now().text(text),
  json: (value) => now().json(value),
  isClean: (text) => now().isClean(text),
  longText: (text) => now().longText(text)
}

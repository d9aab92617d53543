/**
 * Removes secrets from text and headers before they reach a log, a span or an error: by name (headers and fields whose
 * name says secret) and by value (every form in which a known secret may be echoed).
 */
import * as Redacted from "effect/Redacted"

const MARK = "<redacted>"
const SECRET_NAME =
  /(^|[-_.])(auth|authorization|cookie|credential|key|password|passwd|secret|signature|token|session|jwt)s?($|[-_.])|api-?key|x-auth/i

export interface Redactor {
  /** The text with every known secret replaced, also in base64 and URL-encoded form. */
  readonly text: (text: string) => string
}

/** Whether a header or field of this name holds a secret by its name alone. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, "$1-$2"))

/** Headers with the value of every secret-named one replaced. */
export const headers = (all: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, isSecretName(name) ? MARK : value]))

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/**
 * The forms of one secret that can be recognised inside a longer text. Base64 depends on the alignment of the secret
 * within what was encoded, so the unaligned ends are cut off and three forms are searched.
 */
const forms = (secret: string): ReadonlyArray<string> => {
  const out = new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  for (const shift of [0, 1, 2]) {
    const start = Math.ceil((shift * 8) / 6)
    const encoded = base64("\0".repeat(shift) + secret).replace(/=+$/, "")
    const whole = Math.floor(((shift + new TextEncoder().encode(secret).length) * 8) / 6)
    const core = encoded.slice(start, whole)
    if (core.length >= 8) {
      out.add(core)
      out.add(core.replaceAll("+", "-").replaceAll("/", "_"))
    }
  }
  return [...out].sort((a, b) => b.length - a.length)
}

/** A redactor for these secrets. Secrets shorter than four characters are not searched for: they would hit everything. */
export const make = (secrets: Iterable<Redacted.Redacted<string>>): Redactor => {
  const needles = [...secrets]
    .map(Redacted.value)
    .filter((s) => s.length >= 4)
    .flatMap(forms)
  return { text: (text) => needles.reduce((rest, needle) => rest.replaceAll(needle, MARK), text) }
}

/**
 * Logs and the last word on a crash: one line each on standard error, secrets removed. A cause is shown in full only
 * when the minimum level is debug or lower.
 */
import * as Redaction from "@inlay/core-http/Redaction"
import * as Cause from "effect/Cause"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"

/** Shorter values of other programs' variables are words: `DESKTOP_SESSION=ubuntu`. */
const MIN_FOREIGN_CHARS = 8

type Environment = Readonly<Record<string, string | undefined>>

/** Every value of the environment whose variable's name says secret. */
export const secretsOf = (env: Environment): ReadonlyArray<Redacted.Redacted> =>
  Object.entries(env).flatMap(([name, given]) => {
    const value = given?.trim() ?? ""
    const counts = name.startsWith("INLAY_") || value.length >= MIN_FOREIGN_CHARS
    return counts && Redaction.isSecretName(name) ? [Redacted.make(value)] : []
  })

export const redactorOf = (env: Environment): Redaction.Redactor => Redaction.make(secretsOf(env))

const words = (message: unknown): string => {
  if (typeof message === "string") return message
  return message instanceof Error ? message.message : (JSON.stringify(message) ?? String(message))
}

export const logger = (redactor: Redaction.Redactor, write: (text: string) => void) =>
  Logger.make(({ cause, fiber, logLevel, message }) => {
    const verbose = LogLevel.isLessThanOrEqualTo(fiber.getRef(References.MinimumLogLevel), "Debug")
    const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
    const causes = [...parts, cause].filter(Cause.isCause).filter(({ reasons }) => reasons.length > 0)
    const said = parts.filter((part) => !Cause.isCause(part)).map(words)
    const more = causes.map((one) => (verbose ? `\n${Cause.pretty(one)}` : "(--log-level debug shows the cause)"))
    write(`${redactor.text([logLevel.toLowerCase(), ...said, ...more].filter(Boolean).join(" "))}\n`)
  })

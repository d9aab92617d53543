/**
 * Loggers for standard error. Secrets are redacted, and causes are shown in full only if the minimum level is debug or
 * lower.
 */
import type { Redactor } from "@inlay/core-http/Redaction"
import * as Cause from "effect/Cause"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as References from "effect/References"

const words = (message: unknown): string => {
  if (typeof message === "string") return message
  return message instanceof Error ? message.message : (JSON.stringify(message) ?? String(message))
}

/** Writes one JSON document per line, for programs that collect logs. */
export const jsonLogger = (redactor: Redactor, write: (text: string) => void) =>
  Logger.make(({ cause, date, fiber, logLevel, message }) => {
    const verbose = LogLevel.isLessThanOrEqualTo(fiber.getRef(References.MinimumLogLevel), "Debug")
    const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
    const causes = [...parts, cause].filter(Cause.isCause).filter(({ reasons }) => reasons.length > 0)
    const line = {
      at: date.toISOString(),
      level: logLevel.toLowerCase(),
      message: parts
        .filter((part) => !Cause.isCause(part))
        .map(words)
        .join(" "),
      ...(verbose && causes.length > 0 && { causes: causes.map((one) => Cause.pretty(one)) })
    }
    write(`${JSON.stringify(redactor.json(line))}\n`)
  })

export const logger = (redactor: Redactor, write: (text: string) => void) =>
  Logger.make(({ cause, fiber, logLevel, message }) => {
    const verbose = LogLevel.isLessThanOrEqualTo(fiber.getRef(References.MinimumLogLevel), "Debug")
    const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
    const causes = [...parts, cause].filter(Cause.isCause).filter(({ reasons }) => reasons.length > 0)
    const texts = parts.filter((part) => !Cause.isCause(part)).map(words)
    const more = causes.map((one) => (verbose ? `\n${Cause.pretty(one)}` : "(--log-level debug shows the cause)"))
    write(`${redactor.text([logLevel.toLowerCase(), ...texts, ...more].filter(Boolean).join(" "))}\n`)
  })

/**
 * Loggers for standard error. Secrets are redacted, and causes are shown in full only if the minimum level is debug or
 * lower.
 */
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { Redactor } from "@inlay/core-http/Redaction"
import * as Cause from "effect/Cause"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as References from "effect/References"

const words = (message: unknown): string => {
  if (typeof message === "string") return message
  return message instanceof Error ? message.message : (JSON.stringify(message) ?? String(message))
}

/** At full length: a secret that is cut would not be recognised. */
const onOneLine = (error: unknown): string => {
  const text = words(error)
  return ProviderText.line(text, text.length)
}

/** The messages of expected failures, such as that of a full disk. A bug's message means nothing to a user. */
const failuresOf = ({ reasons }: Cause.Cause<unknown>): ReadonlyArray<string> =>
  reasons.filter(Cause.isFailReason).flatMap(({ error }) => (error instanceof Error ? [onOneLine(error)] : []))

/** A log entry's texts, and its causes. Effect's own modules log a cause alone: its error is then the text. */
const partsOf = ({ cause, message }: Logger.Options<unknown>) => {
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const causes = [...parts, cause].filter(Cause.isCause).filter(({ reasons }) => reasons.length > 0)
  const texts = parts.filter((part) => !Cause.isCause(part)).map(words)
  const [only] = causes
  if (texts.length > 0 || only === undefined) return { texts: [...texts, ...causes.flatMap(failuresOf)], causes }
  return { texts: [onOneLine(Cause.squash(only))], causes }
}

const isVerbose = ({ fiber }: Logger.Options<unknown>): boolean =>
  LogLevel.isLessThanOrEqualTo(fiber.getRef(References.MinimumLogLevel), "Debug")

/** Writes one JSON document per line, for programs that collect logs. */
export const jsonLogger = (redactor: Redactor, write: (text: string) => void) =>
  Logger.make((options) => {
    const { texts, causes } = partsOf(options)
    const line = {
      at: options.date.toISOString(),
      level: options.logLevel.toLowerCase(),
      message: texts.join(" "),
      ...(isVerbose(options) && causes.length > 0 && { causes: causes.map((one) => Cause.pretty(one)) })
    }
    write(`${JSON.stringify(redactor.json(line))}\n`)
  })

/** @param isTimed whether each line begins with its time */
export const logger = (redactor: Redactor, write: (text: string) => void, isTimed = false) =>
  Logger.make((options) => {
    const { texts, causes } = partsOf(options)
    const more = causes.map((one) =>
      isVerbose(options) ? `\n${Cause.pretty(one)}` : "(--log-level debug shows the cause)"
    )
    const parts = [isTimed ? options.date.toISOString() : "", options.logLevel.toLowerCase(), ...texts, ...more]
    write(`${redactor.text(parts.filter(Boolean).join(" "))}\n`)
  })

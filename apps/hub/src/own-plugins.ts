/** Loads the user's own plugins: files named by `--plugin`, in addition to the plugins that come with the program. */
import { stat } from "node:fs/promises"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"

import { logRejections, toPlugin } from "@inlay/agent-plugin/PlainPlugin"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { printToStandardError } from "@inlay/agent-plugin/printing"
import { withReason, type ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { filePath } from "./file-path.ts"
import { wrongField } from "./hub-error.ts"

const bad = (message: string): ProviderError => wrongField("plugin", "--plugin", message)

/** A plugin that waits at its top level, for a service or for ever, would hang every command. */
const LOAD_LIMIT = Duration.seconds(30)

/** Where a file's text is wrong. Node says the line of TypeScript; that of JavaScript only as it ends with the error. */
const whereOf = (cause: unknown, name: string): string => {
  if (!(cause instanceof SyntaxError)) return ""
  const line = /^[^\n]*:(\d+)\n/.exec(cause.stack ?? "")?.[1]
  return line === undefined ? `; \`node --check ${name}\` shows the line` : `; in line ${line}`
}

const load = Effect.fnUntraced(function* (path: string, others: ReadonlyArray<Plugin>) {
  // At full length: if the text were truncated before it is redacted, part of a secret could be shown.
  const name = ProviderText.line(path, path.length)
  const file = resolve(filePath(path))
  yield* Effect.tryPromise({ try: () => stat(file), catch: () => bad(`names ${name}, which does not exist`) })
  const module: { readonly default?: unknown } = yield* Effect.tryPromise({
    try: () => import(pathToFileURL(file).href),
    catch: (cause) => {
      const words = cause instanceof Error ? ProviderText.line(cause.message, cause.message.length) : "no reason given"
      return bad(`names ${name}, which cannot be loaded: ${words}${whereOf(cause, name)}`)
    }
  }).pipe(
    Effect.timeoutOrElse({
      duration: LOAD_LIMIT,
      orElse: () =>
        Effect.fail(
          bad(
            `names ${name}, which was not loaded within ${Duration.toSeconds(LOAD_LIMIT)} seconds: an \`await\` outside of its functions may never end`
          )
        )
    })
  )
  const plugin = yield* Effect.mapError(Effect.fromResult(toPlugin(module.default)), (error) =>
    withReason(error, { ...error.reason, what: `${name} is not a plugin: ${error.reason.what}` })
  )
  const namesake = others.find(({ id }) => id === plugin.id)
  if (namesake !== undefined) {
    return yield* bad(`names ${name}, whose id ${plugin.id} is already used by another plugin: ${namesake.title}`)
  }
  return plugin
})

/** The built-in plugins followed by those of the given files, in order. */
export const withOwn = (
  plugins: ReadonlyArray<Plugin>,
  files: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Plugin>, ProviderError> =>
  Effect.andThen(
    // The program's logger redacts.
    Effect.andThen(logRejections(), files.length === 0 ? Effect.void : printToStandardError),
    Effect.reduce(
      files,
      () => plugins,
      (all, file) => Effect.map(load(file, all), (plugin) => [...all, plugin])
    )
  )

/** Adds the `--plugin` files of a command to the commands that it advises, which need them as much. */
import { wordsOf } from "@inlay/agent-plugin/advice"
import { ProviderError, withReason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { wordOf } from "./output/example.ts"
import { PluginFiles } from "./settings.ts"
import { words } from "./words.ts"

/** The commands that take `--plugin`. */
const COMMAND = /`(inlay (?:tools|run|mcp|serve|accounts|connect|disconnect|doctor)\b[^`]*)`/g

/** Returns a text of the program with the files in each command between backticks. */
export const withFiles = (text: string, files: ReadonlyArray<string>): string =>
  text.replace(COMMAND, (_, command: string) =>
    ["`", command, ...files.map((file) => ` --plugin ${wordOf(file)}`), "`"].join("")
  )

/** Runs a handler with the plugins of these files. */
export const usingFiles =
  (files: ReadonlyArray<string>) =>
  <A, E, R>(handler: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    handler.pipe(
      Effect.mapError((error): E => {
        if (files.length === 0 || !(error instanceof ProviderError)) return error
        const { reason } = error
        const text = withFiles(wordsOf(words, reason.remedy, reason), files)
        return withReason(error, { ...reason, remedy: { to: "read", text } }) as E & ProviderError
      }),
      Effect.provideService(PluginFiles, files)
    )

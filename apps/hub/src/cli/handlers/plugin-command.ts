/** The work of a plugin's subcommand, over the runner of every plugin's steps. */
import { Caller } from "@inlay/agent-plugin/Caller"
import type { CommandAnswer, CommandCall, PluginCommand } from "@inlay/agent-plugin/Command"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Runner } from "@inlay/agent-plugin/Runner"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { plugins as allPlugins } from "../../plugins.gen.ts"
import * as Hub from "../../runner.ts"
import { card } from "../../terminal/card.ts"
import { outcome } from "../../terminal/outcome.ts"
import { withProgress } from "../../terminal/progress.ts"
import type { Report } from "../report.ts"

export interface Call {
  /** As the command's flags give it. */
  readonly input: unknown
  readonly account: string | undefined
  readonly data: string | undefined
  readonly plugins?: ReadonlyArray<Plugin> | undefined
}

/** The flags have given what the work takes: both are of one command. */
type Work = (input: unknown, call: CommandCall) => Effect.Effect<CommandAnswer, ProviderError, Runner>

const clean = <A>(value: A): A => ProviderText.cleanJson(value) as A

/** Runs a command's work and draws what comes of it. */
export const run = Effect.fnUntraced(function* (
  command: PluginCommand,
  { input, account, data, plugins = allPlugins }: Call
) {
  const directory = Hub.dataDirectory(data)
  const work = (yield* Effect.promise(() => command.load())) as Work
  const answer = yield* work(input, { account }).pipe(
    Effect.provideService(Caller, Hub.localCaller("cli")),
    withProgress(`${command.name} …`),
    Effect.provide(Hub.layer(plugins, directory)),
    Hub.orUnusable(directory)
  )
  const now = yield* Clock.currentTimeMillis
  const report: Report = {
    ok: true,
    json: answer.json,
    text: (screen) =>
      answer.card === undefined ? outcome(screen, clean(answer.json), now) : card(screen, clean(answer.card))
  }
  return report
})

/** Mounts a subcommand of a plugin. The plugin defines its flags; its work is loaded when it is called. */
import type { PluginCommand } from "@inlay/agent-plugin/Command"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { Data, textOf } from "../parsing/globals.ts"
import { reporting } from "../report.ts"

/**
 * Makes the `effect/cli` command of a plugin's command.
 *
 * @param plugins the plugins whose steps its work may run; defaults to all plugins
 */
export const mounted = (command: PluginCommand, plugins?: ReadonlyArray<Plugin>) =>
  Command.make(
    command.name,
    {
      input: command.flags,
      account: Flag.String("account").pipe(
        Flag.withMetavar("NAME"),
        Flag.optional,
        Flag.withDescription("Which connected account to use; needed if there are several")
      )
    },
    ({ input, account }) =>
      reporting(
        Effect.gen(function* () {
          const data = yield* Data
          const handler = yield* Effect.promise(() => import("../handlers/plugin-command.ts"))
          return yield* handler.run(command, {
            input,
            account: textOf(account),
            data: Option.getOrUndefined(data),
            plugins
          })
        })
      )
  ).pipe(
    Command.withShortDescription(command.title),
    Command.withDescription(command.description),
    Command.withExamples(command.examples)
  )

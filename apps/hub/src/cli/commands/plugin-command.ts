/** Mounts a subcommand of a plugin. The plugin defines its flags; its work is loaded when it is called. */
import type { PluginCommand } from "@inlay/agent-plugin/Command"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
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
      account: Flags.account
    },
    ({ input, account }) =>
      reporting(() =>
        import("../handlers/plugin-command.ts").then((handler) => handler.run(command, { input, account, plugins }))
      )
  ).pipe(
    Command.withShortDescription(command.title),
    Command.withDescription(command.description),
    Command.withExamples(command.examples)
  )

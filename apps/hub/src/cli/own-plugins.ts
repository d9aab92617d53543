/** `--plugin FILE`, of the commands that take it. */
import * as Flag from "effect/cli/Flag"
import * as Context from "effect/Context"

export const pluginFlag = Flag.String("plugin").pipe(
  Flag.withMetavar("FILE"),
  Flag.between(0, 20),
  Flag.withDescription("A plugin of your own, besides those of the program; may be given several times")
)

/** The files that this command line names. */
export const PluginFiles = Context.Reference<ReadonlyArray<string>>("@inlay/hub/PluginFiles", {
  defaultValue: () => []
})

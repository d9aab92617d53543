/** `--plugin FILE`, for the commands that take it. */
import * as Flag from "effect/cli/Flag"

export const pluginFlag = Flag.String("plugin").pipe(
  Flag.withMetavar("FILE"),
  Flag.between(0, 20),
  Flag.withDescription("A plugin of your own, in addition to the program's; repeatable")
)

/** `--completions SHELL`: prints the completion script of a shell. */
import * as Completions from "effect/cli/Completions"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { stringify } from "../../terminal/json-text.ts"
import * as write from "../../terminal/write.ts"
import { asking, withNames, type Names } from "./names.ts"

const names = Effect.map(
  Effect.promise(() => import("../../plugins.gen.ts")),
  ({ plugins }): Names => ({
    plugins: plugins.map(({ id }) => id),
    toolSteps: plugins.flatMap(({ toolSteps }) => toolSteps.map(({ id }) => id)),
    triggers: plugins.flatMap(({ triggers }) => triggers.map(({ id }) => id))
  })
)

export const completions = (json: boolean): GlobalFlag.Action<Option.Option<Completions.Shell>> =>
  GlobalFlag.Action({
    flag: GlobalFlag.Completions.flag.pipe(
      Flag.withMetavar("SHELL"),
      Flag.withDescription("Print the completion script of a shell")
    ),
    run: (request, { command }) =>
      Option.match(request, {
        onNone: () => Effect.void,
        onSome: (shell) =>
          Effect.flatMap(names, (scriptNames) => {
            const descriptor = withNames(Completions.fromCommand(command), scriptNames)
            const script = asking(shell, Completions.generate(command.name, shell, descriptor))
            return write.out(json ? stringify({ shell, script }) : script)
          })
      })
  })

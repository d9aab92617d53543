/** Runs one command line: from its arguments to its output and logs. `program.ts` handles the process and its exit. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"

import { holdInput, redactor } from "../accounts/known-secrets.ts"
import { passwordsIn } from "../storage/postgres/address.ts"
import { crash } from "./crash.ts"
import { logger } from "./logger.ts"
import { plainCommand, readPlainCommand } from "./plain-commands.ts"
import { asksForCauses, asksForJson, pluginFilesIn } from "./settings.ts"

export const commandLine = (args: ReadonlyArray<string>) => {
  const json = asksForJson(args)
  holdInput(args.flatMap(passwordsIn))
  const crashReport = crash({ json, causes: asksForCauses(args), plugins: pluginFilesIn(args), redactor })
  const logs = Logger.layer([logger(redactor, (text) => void process.stderr.write(text))])
  const plain = readPlainCommand(args)
  const command: Effect.Effect<void, unknown> =
    plain === undefined
      ? Effect.flatMap(
          Effect.promise(() => import("./parsing/parse.ts")),
          ({ parse }) => parse(args, json)
        )
      : plainCommand(plain)
  const run = command.pipe(
    Effect.tapCause((cause) => (Cause.hasDies(cause) ? crashReport.report(cause) : Effect.void)),
    Effect.provide(logs)
  )
  return { run, crashReport, logs }
}

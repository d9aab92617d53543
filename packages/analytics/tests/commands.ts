/** Runs the plugin's commands against a sandbox, with output files kept in memory. */
import { Progress, type StepProgress } from "@inlay/agent-plugin/Caller"
import type { CommandAnswer } from "@inlay/agent-plugin/Command"
import { InputFiles } from "@inlay/agent-plugin/InputFiles"
import { OutputFiles } from "@inlay/agent-plugin/OutputFiles"
import { ProviderError, type Invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { accessToken } from "../src/account/kinds.ts"
import { report } from "../src/commands/report.ts"
import type { Flags } from "../src/commands/report/request.ts"
import { sandboxed, SHOP } from "./sandbox.ts"
import { runnerOf } from "./world.ts"

type FlagValues = {
  readonly [Name in keyof Flags]?: Flags[Name] extends Option.Option<infer A> ? A : Flags[Name]
}

const optional = <A>(value: A | undefined): Option.Option<A> =>
  value === undefined ? Option.none() : Option.some(value)

/** Flags as the command line passes them. */
const flagsOf = (flags: FlagValues): Flags => ({
  property: optional(flags.property),
  metrics: optional(flags.metrics),
  dimensions: optional(flags.dimensions),
  range: optional(flags.range),
  filter: optional(flags.filter),
  order: optional(flags.order),
  currency: optional(flags.currency),
  limit: optional(flags.limit),
  compare: flags.compare === true,
  chart: optional(flags.chart),
  csv: optional(flags.csv),
  jsonFile: optional(flags.jsonFile),
  force: flags.force === true
})

/** The commands, run with a Runner, with output files kept in memory. */
export const commandsOver = (runtime: ReturnType<typeof runnerOf>) => {
  const files = new Map<string, string>()
  const steps: Array<StepProgress> = []
  const inMemory: OutputFiles["Service"] = {
    write: ({ path }, use) => {
      let text = ""
      const write = (more: string) => Effect.sync(() => void (text += more))
      return Effect.tap(use(write), () => Effect.sync(() => files.set(path, text)))
    }
  }
  const run = (flags: FlagValues, account = "test"): Promise<CommandAnswer> =>
    runtime.runPromise(
      report(flagsOf(flags), { account }).pipe(
        Effect.provideService(OutputFiles, inMemory),
        Effect.provideService(InputFiles, { read: () => Effect.die("a report reads no file") }),
        Effect.provideService(Progress, (step) => Effect.sync(() => void steps.push(step)))
      )
    )
  return { report: run, files, steps }
}

/** An account that is limited to one property. */
export const LIMITED = "limited"

/** Starts a sandbox for a test file. */
export const commandWorld = () => {
  const world = sandboxed()
  const runtime = runnerOf(() => [
    world.account(accessToken),
    { ...world.account(accessToken, { properties: SHOP }), name: LIMITED }
  ])
  const commands = commandsOver(runtime)
  return {
    ...world,
    ...commands,
    /** The reason why a report's input is refused. */
    invalid: async (flags: FlagValues): Promise<Invalid> => {
      const outcome: unknown = await commands.report(flags).catch((error: unknown) => error)
      if (outcome instanceof ProviderError && outcome.reason._tag === "Invalid") return outcome.reason
      throw new Error(`it was not refused: ${JSON.stringify(outcome)}`)
    }
  }
}

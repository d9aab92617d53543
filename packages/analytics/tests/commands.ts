/** Runs the plugin's commands over a running sandbox, with files kept in memory. */
import { Progress, type Step } from "@inlay/agent-plugin/Caller"
import type { CommandAnswer } from "@inlay/agent-plugin/Command"
import { OutputFiles } from "@inlay/agent-plugin/OutputFiles"
import { ProviderError, type Invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { accessToken } from "../src/account/kinds.ts"
import { report } from "../src/commands/report.ts"
import type { Flags } from "../src/commands/report/request.ts"
import { listProperties } from "../src/tool-steps/list-properties.ts"
import { runReports } from "../src/tool-steps/run-reports.ts"
import { sandboxed, SHOP } from "./sandbox.ts"
import { runnerOf } from "./steps.ts"

type Given = {
  readonly [Name in keyof Flags]?: Flags[Name] extends Option.Option<infer A> ? A : Flags[Name]
}

const optional = <A>(value: A | undefined): Option.Option<A> =>
  value === undefined ? Option.none() : Option.some(value)

/** Flags as the command line would give them. */
const flagsOf = (given: Given): Flags => ({
  property: optional(given.property),
  metrics: optional(given.metrics),
  dimensions: optional(given.dimensions),
  range: optional(given.range),
  filter: optional(given.filter),
  order: optional(given.order),
  limit: optional(given.limit),
  compare: given.compare === true,
  chart: optional(given.chart),
  csv: optional(given.csv),
  jsonFile: optional(given.jsonFile),
  force: given.force === true
})

/** Runs the command over a Runner, with files kept in memory. */
export const commandsOver = (runtime: ReturnType<typeof runnerOf>) => {
  const files = new Map<string, string>()
  const steps: Array<Step> = []
  const inMemory: OutputFiles["Service"] = {
    write: ({ path }, use) => {
      let text = ""
      const write = (more: string) => Effect.sync(() => void (text += more))
      return Effect.tap(use(write), () => Effect.sync(() => files.set(path, text)))
    }
  }
  const run = (given: Given, account = "test"): Promise<CommandAnswer> =>
    runtime.runPromise(
      report(flagsOf(given), { account }).pipe(
        Effect.provideService(OutputFiles, inMemory),
        Effect.provideService(Progress, (step) => Effect.sync(() => void steps.push(step)))
      )
    )
  return { report: run, files, steps }
}

/** An account that reaches one property alone. */
export const LIMITED = "limited"

/** Starts a sandbox for a file's tests. */
export const commandWorld = () => {
  const world = sandboxed()
  const runtime = runnerOf([runReports, listProperties], () => [
    world.account(accessToken),
    { ...world.account(accessToken, { properties: SHOP }), name: LIMITED }
  ])
  const commands = commandsOver(runtime)
  return {
    ...world,
    ...commands,
    /** Why a report is refused for its input. */
    invalid: async (given: Given): Promise<Invalid> => {
      const outcome: unknown = await commands.report(given).catch((error: unknown) => error)
      if (outcome instanceof ProviderError && outcome.reason._tag === "Invalid") return outcome.reason
      throw new Error(`it was not refused: ${JSON.stringify(outcome)}`)
    }
  }
}

/**
 * A test program that makes calls: `node call-process.ts DIRECTORY CALLS PLUGIN-ID STEP` runs a step that many times at
 * once when it reads a line from standard input, and prints how the calls ended.
 */
import { once } from "node:events"

import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"

import { plugins } from "../../plugins.gen.ts"
import * as Runners from "../../runner.ts"
import { databaseOfEnvironment } from "../places.ts"
import { tokenPlugin } from "../tokens/plugin.ts"

const [directory = "", calls = "1", step = "", input = "{}"] = process.argv.slice(2)
const allPlugins: ReadonlyArray<Plugin> = [tokenPlugin, ...plugins]
const runtime = ManagedRuntime.make(Layer.provide(Runners.layer(allPlugins, directory), databaseOfEnvironment))

// Opens the accounts before the start, so that all processes have the same old token.
await runtime.runPromise(Effect.flatMap(Runner, () => Effect.void))
process.stdout.write("ready\n")
await once(process.stdin, "data")

/** Formats an error; `RateLimited in 12 s: ...` if the call may be repeated then. */
const wordsOf = ({ message, reason }: ProviderError): string => {
  const seconds = "retryAfterSeconds" in reason ? ` in ${reason.retryAfterSeconds} s` : ""
  return `${reason._tag}${seconds}: ${message}`
}

const one = Effect.flatMap(Runner, (runner) => runner.run(step, JSON.parse(input))).pipe(
  Effect.as("ok"),
  Effect.catch((error: unknown) => Effect.succeed(error instanceof ProviderError ? wordsOf(error) : String(error)))
)
const outcomes = await runtime.runPromise(
  Effect.all(
    Array.from({ length: Number(calls) }, () => one),
    { concurrency: "unbounded" }
  )
)
process.stdout.write(`outcomes ${JSON.stringify(outcomes)}\n`)
await runtime.dispose()
process.exit()

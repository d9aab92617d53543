/**
 * A program that spends, for tests: runs the steps it is told to over one data directory, many at once, and writes each
 * down before and after, so that a kill leaves what it knew. `node spend-process.ts DIRECTORY LOG`, questions by IPC.
 */
import { createHash } from "node:crypto"
import { appendFileSync } from "node:fs"

import { Runner } from "@inlay/agent-plugin/Runner"
import { TimeLimit } from "@inlay/core-http/Client"
import { ProviderError, toJson, type ErrorJson } from "@inlay/core-http/ProviderError"
import { UnknownCharge } from "@inlay/core-http/Spend"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"

import * as Hub from "../outbound/hub.ts"
import { plugins } from "../plugins.gen.ts"

export interface Question {
  readonly number: number
  /** Whom or what it is about: the plan's name for it. */
  readonly subject: string
  readonly step: string
  readonly input: Readonly<Record<string, unknown>>
  readonly retryUnknown: boolean
  readonly timeLimitMillis: number
}

/** One line of the log. A question without its answer was lost with the process. */
export type Line =
  | { readonly at: "asked"; readonly number: number; readonly subject: string; readonly retryUnknown: boolean }
  | ({ readonly at: "answered"; readonly number: number; readonly subject: string } & Outcome)

export type Outcome =
  | {
      readonly outcome: "answer"
      /** Credits. */
      readonly charged: number | "unknown"
      readonly basis: "provider" | "price" | "cache"
      /** Of the provider's own words, so that answers can be compared. */
      readonly digest: string
    }
  | { readonly outcome: "error"; readonly error: ErrorJson["error"] }

/** What every output of a paid step holds, in its own place. */
interface Output {
  readonly credits?: { readonly charged: number | "unknown"; readonly basis: "provider" | "price" | "cache" }
  readonly raw?: unknown
  readonly body?: unknown
  readonly people?: unknown
}

const answerOf = ({ credits, raw, body, people }: Output): Outcome => ({
  outcome: "answer",
  charged: credits?.charged ?? 0,
  basis: credits?.basis ?? "price",
  digest: createHash("sha1")
    .update(JSON.stringify(raw ?? body ?? people ?? null))
    .digest("hex")
})

const [directory = "", log = ""] = process.argv.slice(2)
const runtime = ManagedRuntime.make(Hub.layer(plugins, directory))

const write = (line: Line): void => appendFileSync(log, `${JSON.stringify(line)}\n`)

const answer = ({ step, input, retryUnknown, timeLimitMillis }: Question) =>
  Effect.flatMap(Runner, (runner) => runner.run(step, input)).pipe(
    Effect.provideService(UnknownCharge, retryUnknown ? "ask_again" : "block"),
    Effect.provideService(TimeLimit, Duration.millis(timeLimitMillis)),
    Effect.map((output) => answerOf(output as Output)),
    Effect.catch((error: unknown) =>
      error instanceof ProviderError
        ? Effect.succeed<Outcome>({ outcome: "error", error: toJson(error).error })
        : Effect.die(error)
    )
  )

const take = async (question: Question): Promise<void> => {
  const { number, subject, retryUnknown } = question
  write({ at: "asked", number, subject, retryUnknown })
  const line: Line = { at: "answered", number, subject, ...(await runtime.runPromise(answer(question))) }
  write(line)
  process.send?.(line)
}

process.on("message", (question: Question) => void take(question))
process.on("disconnect", () => void runtime.dispose().then(() => process.exit()))

/**
 * A program that spends, for tests: runs the steps it is told to over one data directory, many at once, and writes each
 * down before and after, so that a kill leaves what it knew. `node process.ts DIRECTORY LOG`, questions by IPC.
 */
import { createHash } from "node:crypto"
import { appendFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"

import { Runner } from "@inlay/agent-plugin/Runner"
import { TimeLimit } from "@inlay/core-http/Client"
import { ProviderError, toJson, type ErrorJson } from "@inlay/core-http/ProviderError"
import { UnknownCharge } from "@inlay/core-http/Spend"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"

import { plugins } from "../../plugins.gen.ts"
import * as Hub from "../../runner.ts"
import { databaseOfEnvironment } from "../places.ts"

export interface Question {
  readonly number: number
  /** Whom or what it is about: the plan's name for it. */
  readonly subject: string
  readonly step: string
  readonly input: Readonly<Record<string, unknown>>
  readonly retryUnknown: boolean
  readonly timeLimitMillis: number
  /** Whom its answer may be about: ids of the provider's directory; left out for a search and the like. */
  readonly about?: ReadonlyArray<string>
}

/** Whether the disk under the database takes more from now on. */
export interface Disk {
  readonly disk: "full" | "free"
}

/** One line of the log. A question without its answer was lost with the process. */
export type Line =
  | ({ readonly at: "asked" } & Pick<Question, "number" | "subject" | "retryUnknown" | "about">)
  | ({ readonly at: "answered"; readonly number: number; readonly subject: string } & Outcome)

export type Outcome =
  | {
      readonly outcome: "answer"
      /** Credits. */
      readonly charged: number | "unknown"
      readonly basis: "provider" | "price" | "cache"
      /** Of the provider's own words, so that answers can be compared. */
      readonly digest: string
      /** The provider's id of whom the answer is about; left out for a miss, and where the answer does not say. */
      readonly about?: string
    }
  | { readonly outcome: "error"; readonly error: ErrorJson["error"] }

/** What every output of a paid step holds, in its own place. */
interface Output {
  readonly credits?: { readonly charged: number | "unknown"; readonly basis: "provider" | "price" | "cache" }
  readonly raw?: unknown
  readonly body?: unknown
  readonly people?: unknown
}

const answerOf = ({ credits, raw, body, people }: Output): Outcome => {
  const text = JSON.stringify(raw ?? body ?? people ?? null)
  const about = /^\{"success":true,"(?:person|company)":\{"id":"((?:per|com)_\d+)"/.exec(text)?.[1]
  return {
    outcome: "answer",
    charged: credits?.charged ?? 0,
    basis: credits?.basis ?? "price",
    digest: createHash("sha1").update(text).digest("hex"),
    ...(about !== undefined && { about })
  }
}

/** The process's own connection to its file, which alone can be told that the disk is full. */
let database: DatabaseSync | undefined
const prepare = Reflect.get(DatabaseSync.prototype, "prepare")
DatabaseSync.prototype.prepare = new Proxy(prepare, {
  apply: (target, self: DatabaseSync, args: Parameters<DatabaseSync["prepare"]>) => {
    database = self
    return Reflect.apply(target, self, args)
  }
})

/** A page less than there is, which SQLite reads as the pages that there are; then its own default. */
const PAGES = { full: 1, free: 4_294_967_294 } as const
const setDisk = ({ disk }: Disk): void => database?.exec(`PRAGMA max_page_count = ${PAGES[disk]}`)

const [directory = "", log = ""] = process.argv.slice(2)
const start = () => ManagedRuntime.make(Layer.provide(Hub.layer(plugins, directory), databaseOfEnvironment))
let runtime = start()

const OPENINGS = 300

/** A program that is started while its database is away is started again, as a service manager would. */
const open = async (): Promise<void> => {
  for (let n = 1; ; n++) {
    try {
      return await runtime.runPromise(Effect.void)
    } catch (error) {
      if (n === OPENINGS) throw error
      await runtime.dispose()
      runtime = start()
      await sleep(100)
    }
  }
}
const opened = open()

const write = (line: Line): void => appendFileSync(log, `${JSON.stringify(line)}\n`)

const answer = ({ step, input, retryUnknown, timeLimitMillis }: Question) =>
  Effect.flatMap(Runner, (runner) => runner.run(step, input)).pipe(
    Effect.provideService(UnknownCharge, retryUnknown ? "ask_again" : "block"),
    Effect.provideService(TimeLimit, Duration.millis(timeLimitMillis)),
    Effect.map((output) => answerOf(output as Output)),
    // As a command says it.
    Hub.orUnusable(directory),
    Effect.catch((error: unknown) =>
      error instanceof ProviderError
        ? Effect.succeed<Outcome>({ outcome: "error", error: toJson(error).error })
        : Effect.die(error)
    )
  )

const take = async (question: Question): Promise<void> => {
  const { number, subject, retryUnknown, about } = question
  await opened
  write({ at: "asked", number, subject, retryUnknown, ...(about !== undefined && { about }) })
  const line: Line = { at: "answered", number, subject, ...(await runtime.runPromise(answer(question))) }
  write(line)
  process.send?.(line)
}

process.on("message", (message: Question | Disk) => {
  if ("disk" in message) setDisk(message)
  else void take(message)
})
process.on("disconnect", () => void runtime.dispose().then(() => process.exit()))

/**
 * A test program that spends: runs the steps it receives over one data directory, many at once, and logs each before
 * and after, so that its knowledge survives a kill. `node process.ts DIRECTORY LOG`, with questions by IPC.
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
import * as Runners from "../../runner.ts"
import * as StorageLocation from "../../storage/StorageLocation.ts"
import { databaseOfEnvironment } from "../places.ts"

export interface Question {
  readonly number: number
  /** The subject of the question, by the plan's name for it. */
  readonly subject: string
  readonly step: string
  readonly input: Readonly<Record<string, unknown>>
  readonly asksAgain: boolean
  readonly timeLimitMillis: number
  /** The provider's ids of the subjects that an answer may be about; left out for searches and the like. */
  readonly about?: ReadonlyArray<string>
}

/** Switches whether the disk under the database is full. */
export interface Disk {
  readonly disk: "full" | "free"
}

/** A line of the log. A question without an answer was lost with the process. */
export type Line =
  | ({ readonly at: "asked" } & Pick<Question, "number" | "subject" | "asksAgain" | "about">)
  | ({ readonly at: "answered"; readonly number: number; readonly subject: string } & Outcome)

export type Outcome =
  | {
      readonly outcome: "answer"
      /** Credits. */
      readonly charged: number | "unknown"
      readonly basis: "provider" | "price" | "cache"
      /** A digest of the provider's own data, so that answers can be compared. */
      readonly digest: string
      /** The provider's id of the answer's subject; left out if there was no match, or the answer does not say. */
      readonly about?: string
    }
  | { readonly outcome: "error"; readonly error: ErrorJson["error"] }

/** The fields that outputs of paid steps share, in whatever place. */
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

/** The process's own connection to its file. Only through it can SQLite be told that the disk is full. */
let database: DatabaseSync | undefined
const prepare = Reflect.get(DatabaseSync.prototype, "prepare")
DatabaseSync.prototype.prepare = new Proxy(prepare, {
  apply: (target, self: DatabaseSync, args: Parameters<DatabaseSync["prepare"]>) => {
    database = self
    return Reflect.apply(target, self, args)
  }
})

/** SQLite rounds a limit of 1 up to the current number of pages. The other value is its default. */
const PAGES = { full: 1, free: 4_294_967_294 } as const
const setDisk = ({ disk }: Disk): void => database?.exec(`PRAGMA max_page_count = ${PAGES[disk]}`)

const [directory = "", log = ""] = process.argv.slice(2)
const start = () => ManagedRuntime.make(Layer.provide(Runners.layer(plugins, directory), databaseOfEnvironment))
let runtime = start()

const OPENINGS = 300

/** Starts again while the database is away, as a service manager would. */
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

const answer = ({ step, input, asksAgain, timeLimitMillis }: Question) =>
  Effect.flatMap(Runner, (runner) => runner.run(step, input)).pipe(
    Effect.provideService(UnknownCharge, asksAgain ? "ask_again" : "block"),
    Effect.provideService(TimeLimit, Duration.millis(timeLimitMillis)),
    Effect.map((output) => answerOf(output as Output)),
    // In the words of a command.
    StorageLocation.orUnusable(directory),
    Effect.catch((error: unknown) =>
      error instanceof ProviderError
        ? Effect.succeed<Outcome>({ outcome: "error", error: toJson(error).error })
        : Effect.die(error)
    )
  )

const take = async (question: Question): Promise<void> => {
  const { number, subject, asksAgain, about } = question
  await opened
  write({ at: "asked", number, subject, asksAgain, ...(about !== undefined && { about }) })
  const line: Line = { at: "answered", number, subject, ...(await runtime.runPromise(answer(question))) }
  write(line)
  process.send?.(line)
}

process.on("message", (message: Question | Disk) => {
  if ("disk" in message) setDisk(message)
  else void take(message)
})
process.on("disconnect", () => void runtime.dispose().then(() => process.exit()))

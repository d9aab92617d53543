/**
 * Captures everything that a program outputs while its steps run: results, errors, logs, spans, MCP messages and stored
 * files.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { inspect } from "node:util"

import { Accounts } from "@inlay/agent-plugin/Accounts"
import { serve } from "@inlay/agent-plugin/mcp"
import { Runner } from "@inlay/agent-plugin/Runner"
import { inSpan } from "@inlay/agent-plugin/StepSpan"
import { TimeLimit } from "@inlay/core-http/Client"
import { layer as undici } from "@inlay/core-http/node"
import { ProviderError, toJson } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import { plugin as salesdata } from "@inlay/salesdata"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Queue from "effect/Queue"
import * as References from "effect/References"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"

import { localCaller } from "../../runner.ts"
import { databaseFile } from "../../storage/paths.ts"
import * as Storage from "../../storage/Storage.ts"
import { accountsOf, attemptsOf, buggy, withoutStorage, type Attempt, type Places } from "./faults.ts"

/** The kinds of output, and everything captured of each. */
export type Surface = "results" | "mcp" | "logs" | "spans" | "files"
export type Said = Readonly<Record<Surface, string>>

const everything = (value: unknown) =>
  inspect(value, { depth: 12, customInspect: false, showHidden: true, maxStringLength: null, breakLength: 120 })

/** A value in every form in which programs print, send or copy values. */
const forms = (value: unknown): ReadonlyArray<string> => {
  const copyText = (): string => {
    try {
      return everything(structuredClone(value))
    } catch {
      return ""
    }
  }
  const error = value instanceof Error ? [value.message, String(value), value.stack ?? "", everything(value.cause)] : []
  const json = value instanceof ProviderError ? [JSON.stringify(toJson(value))] : []
  return [everything(value), JSON.stringify(value) ?? "", copyText(), ...error, ...json]
}

const ofCause = (cause: Cause.Cause<unknown>): ReadonlyArray<string> => [
  Cause.pretty(cause),
  ...forms(cause),
  ...forms(Cause.squash(cause)),
  ...Cause.prettyErrors(cause).flatMap(forms)
]

const ofExit = (exit: Exit.Exit<unknown, unknown>): ReadonlyArray<string> =>
  Exit.isSuccess(exit) ? forms(exit.value) : ofCause(exit.cause)

class Listener {
  readonly said: Record<Exclude<Surface, "files">, Array<string>> = { results: [], mcp: [], logs: [], spans: [] }

  readonly logger = Logger.make((entry) => {
    const annotations = entry.fiber.getRef(References.CurrentLogAnnotations)
    this.said.logs.push(...forms(entry.message), ...ofCause(entry.cause), everything(annotations))
  })

  readonly tracer = Tracer.make({
    span: (options) => {
      const { said } = this
      return new (class extends Tracer.NativeSpan {
        override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>) {
          super.end(endTime, exit)
          said.spans.push(
            this.name,
            everything(this.attributes),
            everything(this.events),
            everything(this.links),
            ...ofExit(exit)
          )
        }
      })(options)
    }
  })
}

/** A real MCP client, in this process. */
const agent = async (listener: Listener) => {
  const incoming = Effect.runSync(Queue.unbounded<Uint8Array>())
  let rest = ""
  const wire: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: (message) => {
      Queue.offerUnsafe(incoming, Buffer.from(`${JSON.stringify(message)}\n`))
      return Promise.resolve()
    }
  }
  const hear = (chunk: string | Uint8Array) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()
    listener.said.mcp.push(text)
    const lines = (rest + text).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) wire.onmessage?.(JSON.parse(line) as JSONRPCMessage)
  }
  const stdio = Stdio.layerTest({
    stdin: Stream.fromQueue(incoming),
    stdout: () => Sink.forEach((chunk) => Effect.sync(() => hear(chunk)))
  })
  const client = new Client({ name: "redaction", version: "1.0.0" })
  return { stdio, connect: () => client.connect(wire).then(() => client) }
}

/** Longer than a busy machine may stall plus all retries, so that no call times out before it is answered. */
const TIME_LIMIT = Duration.seconds(60)
/** For a response that never ends. */
const SHORT_LIMIT = Duration.millis(200)
const AT_ONCE = 12

const isSlow = ({ fault }: Attempt) => fault === "slow"

/** Processes items in order, a fixed number at a time. */
const each = async <A>(all: ReadonlyArray<A>, work: (one: A) => Promise<void>): Promise<void> => {
  const queue = [...all]
  const next = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** Makes writes fail with an SQLite error that quotes the row. */
const breakStorage = (directory: string): void => {
  const database = new DatabaseSync(databaseFile(directory))
  const values = { ledger: "NEW.keys || NEW.scope", lookups: "NEW.keys || NEW.body", audit: "NEW.account || NEW.step" }
  for (const [table, words] of Object.entries(values)) {
    database.exec(
      `CREATE TRIGGER no_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk full: ' || ${words}); END`
    )
  }
  database.close()
}

/** The outcomes of the runs, from the audit log. */
const outcomesIn = (directory: string): ReadonlyArray<string> => {
  const database = new DatabaseSync(databaseFile(directory), { readOnly: true })
  const rows = database.prepare("SELECT DISTINCT outcome FROM audit").all()
  database.close()
  return rows.map(({ outcome }) => String(outcome))
}

// oxlint-disable-next-line no-control-regex -- the bytes between the texts of a binary file
const UNPRINTABLE = /[\0-\x08\x0B-\x1F\x7F]+/
/** Shorter than the shortest secret. */
const MIN_TEXT_CHARS = 6

/** All texts in the files, like those that `strings` prints, without duplicates. */
const textsIn = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory).flatMap((name) =>
    readFileSync(join(directory, name))
      .toString("latin1")
      .split(UNPRINTABLE)
      .filter((text) => text.length >= MIN_TEXT_CHARS)
  )

/** Removes repeated lines, and stack frames, which contain only this program's own files. */
const linesOf = (texts: ReadonlyArray<string>): string =>
  [...new Set(texts.flatMap((text) => text.split("\n")))].filter((line) => !/^ +at .*:\d+/.test(line)).join("\n")

/** Runs every fault with one key and returns everything that was output. */
export const watch = async (key: string, places: Places, directory: string) => {
  const listener = new Listener()
  const { stdio, connect } = await agent(listener)
  const plugins = [salesdata, buggy]
  const runner = Runner.layer(plugins, inSpan).pipe(
    Layer.provideMerge(Accounts.layer(() => accountsOf(key, places))),
    Layer.provide([Spend.layer("run"), undici]),
    Layer.provide(Storage.layer(directory))
  )
  const listeners = Layer.mergeAll(
    Logger.layer([listener.logger]),
    Layer.succeed(Tracer.Tracer, listener.tracer),
    Layer.succeed(References.MinimumLogLevel, "All"),
    Layer.succeed(TimeLimit, TIME_LIMIT)
  )
  const serving = serve({ plugins, version: "0.0.0", outputSchemas: false, caller: localCaller("mcp") })
  const server = Layer.effectDiscard(Effect.forkScoped(serving)).pipe(Layer.provide(stdio))
  const runtime = ManagedRuntime.make(server.pipe(Layer.provideMerge(runner), Layer.provideMerge(listeners)))
  await runtime.runPromise(Effect.void)
  const client = await connect()

  const direct = async (attempt: Attempt) => {
    const { step, input, account, interrupted } = attempt
    const run = Effect.flatMap(Runner, (service) => service.run(step, input, account)).pipe(
      Effect.provideService(TimeLimit, isSlow(attempt) ? SHORT_LIMIT : TIME_LIMIT)
    )
    const exit = await runtime.runPromiseExit(interrupted === true ? Effect.timeout(run, "100 millis") : run)
    listener.said.results.push(...ofExit(exit))
  }
  const overMcp = async ({ step, input, account }: Attempt) => {
    const toolCall = client.callTool({ name: step, arguments: { ...(input as object), account } })
    // The client's own error for an unknown tool quotes the request that it sent.
    await toolCall.catch(() => undefined)
  }
  const inProcess = attemptsOf(key, "direct")
  const byAgent = attemptsOf(key, "mcp").filter((attempt) => !isSlow(attempt) && attempt.interrupted !== true)
  await Promise.all([each(inProcess, direct), each(byAgent, overMcp)])
  const outcomes = outcomesIn(directory)
  const storedTexts = textsIn(directory)
  breakStorage(directory)
  const last = withoutStorage(key)
  await Promise.all([each(last, direct), each(last, overMcp)])
  await client.close()
  await runtime.dispose()
  const { results, mcp, logs, spans } = listener.said
  const output: Said = {
    results: linesOf(results),
    mcp: linesOf(mcp),
    logs: linesOf(logs),
    spans: linesOf(spans),
    files: [...new Set([...storedTexts, ...textsIn(directory)])].join("\n")
  }
  const attempts = [...inProcess, ...byAgent, ...last, ...last]
  return { said: output, faults: new Set(attempts.map(({ fault }) => fault)), runs: attempts.length, outcomes }
}

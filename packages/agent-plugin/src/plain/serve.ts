/**
 * Runs a plugin as a program of its own: an MCP server on standard input and output, with the account that environment
 * variables define. The ledger and cache are in memory and are lost when the process ends; `inlay mcp --plugin FILE`
 * keeps them.
 */
import * as NodeTransport from "@inlay/core-http/node-on-demand"
import * as Redaction from "@inlay/core-http/Redaction"
import * as Spend from "@inlay/core-http/Spend"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

import { secretsOf } from "../account/Account.ts"
import { Accounts } from "../account/Accounts.ts"
import { fromEnvironment } from "../account/Environment.ts"
import { agentWords, serve as serveTools } from "../mcp/server.ts"
import type { Plugin } from "../Plugin.ts"
import { Audit } from "../runner/Audit.ts"
import { Runner } from "../runner/Runner.ts"
import type { Words } from "../words/advice.ts"
import { readPlugin, type PlainPlugin } from "./PlainPlugin.ts"
import { printToStandardError, writeToStandardOutput } from "./printing.ts"
import { logRejections } from "./rejections.ts"

export type { PlainPlugin } from "./PlainPlugin.ts"

/** Options of the server. */
export interface ServeOptions {
  /** The program's version; `0.0.0` by default. */
  readonly version?: string
}

const write = (text: string | Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => void writeToStandardOutput(text, () => resume(Effect.void)))

const stdio = Layer.succeed(
  Stdio.Stdio,
  Stdio.make({
    args: Effect.sync(() => process.argv.slice(2)),
    stdin: Stream.fromAsyncIterable(process.stdin as AsyncIterable<Uint8Array>, (cause) => cause).pipe(Stream.orDie),
    stdout: () => Sink.forEach(write),
    stderr: () => Sink.drain
  })
)

/** There is no other program that could connect an account. */
const words: Words = {
  ...agentWords,
  connect: (_, reason) => {
    const variables = reason !== undefined && "connectable" in reason ? reason.connectable?.variables.flat() : undefined
    return variables === undefined
      ? agentWords.connect({ to: "connect" }, reason)
      : `Set ${variables.join(" and ")} in the environment of this server, and start it again.`
  }
}

const serverOf = (plugin: Plugin, version: string): Effect.Effect<void> => {
  const account = fromEnvironment(plugin, process.env)
  const accounts = Accounts.layer(() => (account === undefined ? [] : [account]))
  const redactor = Redaction.make(account === undefined ? [] : secretsOf(account))
  const rejections = Layer.effectDiscard(
    Effect.acquireRelease(logRejections(redactor.text), (stop) => Effect.sync(stop))
  )
  const printing = Layer.effectDiscard(Effect.acquireRelease(printToStandardError, (stop) => Effect.sync(stop)))
  const run = `${process.pid}-${performance.timeOrigin}`
  const runner = Runner.layer([plugin]).pipe(
    Layer.provideMerge(accounts),
    Layer.provide([Audit.layerNone, NodeTransport.layer, Spend.layerMemory(run)])
  )
  return serveTools({
    plugins: [plugin],
    name: plugin.id,
    version,
    outputSchemas: false,
    words,
    caller: { principal: "local", via: "mcp", run }
  }).pipe(
    Effect.provide([runner, stdio, rejections, printing]),
    // Standard output is reserved for the protocol.
    Effect.provide(Layer.succeed(Logger.LogToStderr, true)),
    Effect.orDie
  )
}

/**
 * Serves a plugin, in either form, until standard input ends or the process receives SIGINT or SIGTERM. If the plugin
 * is invalid, rejects with a `ProviderError` that lists every problem, before any input is read. The tutorial shows a
 * complete program.
 */
export const serve = async (plugin: PlainPlugin | Plugin, { version = "0.0.0" }: ServeOptions = {}): Promise<void> => {
  const whole = await Effect.runPromise(Effect.fromResult(readPlugin(plugin)))
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const signals = ["SIGINT", "SIGTERM"] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    const exit = await Effect.runPromiseExit(serverOf(whole, version), { signal: stopping.signal })
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) throw Cause.squash(exit.cause)
  } finally {
    for (const signal of signals) process.off(signal, stop)
    // A pending read would keep the process alive after a signal.
    process.stdin.destroy()
  }
}

/** Runs the hub's real server in a test file, on a free port of this machine, with the sandbox's accounts. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Scope from "effect/Scope"

import { redactor } from "../accounts/known-secrets.ts"
import { ConsoleSessions } from "../agents/credentials/ConsoleSessions.ts"
import { HubTokens } from "../agents/credentials/HubTokens.ts"
import * as Server from "../agents/http/Server.ts"
import * as Services from "../agents/http/services.ts"
import { jsonLogger } from "../cli/logger.ts"
import { plugins as allPlugins } from "../plugins.gen.ts"
import type { Grant } from "../principals/Principal.ts"
import { namedDatabase } from "./places.ts"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests look into it and state in their expectations what it must be.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

export interface CallOptions {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

export interface HubOptions extends Partial<Services.Options> {
  readonly plugins?: ReadonlyArray<Plugin>
  /** The address of a database. If undefined, the SQLite file of the directory is used. */
  readonly url?: string | undefined
  /** How long paid calls may take once the server stops. */
  readonly grace?: Duration.Duration | undefined
  /** Called with every line of the log, in the format of `inlay serve --json --log-level all`. */
  readonly log?: ((line: string) => void) | undefined
}

export const startHub = async (
  directory: string,
  { plugins = allPlugins, url, grace, log, ...options }: HubOptions = {}
) => {
  const defaults: Services.Options = { allowPrivate: true, allowExec: false, signIn: { registration: false } }
  const services = Services.layer(plugins, directory, { ...defaults, ...options })
  const logging =
    log === undefined
      ? Layer.empty
      : Layer.merge(Logger.layer([jsonLogger(redactor, log)]), Layer.succeed(References.MinimumLogLevel, "All"))
  const databaseAndLog = Layer.merge(namedDatabase(url), logging)
  const runtime = ManagedRuntime.make(Layer.fresh(Layer.provideMerge(services, databaseAndLog)))
  const scope = Scope.makeUnsafe()
  const at = await runtime.runPromise(
    Effect.provideService(Server.serve({ port: 0, host: "127.0.0.1", grace }), Scope.Scope, scope)
  )
  const call = async (
    method: string,
    path: string,
    { token, headers = {}, body, signal }: CallOptions = {}
  ): Promise<Answer> => {
    const response = await fetch(at.url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(signal !== undefined && { signal })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }
  return {
    url: at.url,
    cookie: at.cookie,
    call,
    run: runtime.runPromise.bind(runtime),
    /** Creates a token and returns its text. */
    token: (grant: Partial<Grant> = {}, expiresMillis?: number): Promise<string> =>
      runtime.runPromise(
        HubTokens.use((tokens) =>
          Effect.map(tokens.create({ name: "test", grant: { readOnly: false, ...grant }, expiresMillis }), ({ text }) =>
            Redacted.value(text)
          )
        )
      ),
    /** Creates a sign-in link to the console and returns its secret. */
    link: (): Promise<string> =>
      runtime.runPromise(ConsoleSessions.use(({ link }) => Effect.map(link, Redacted.value))),
    /** Stops serving, and waits for requests under way. */
    stop: () => runtime.runPromise(Scope.close(scope, Exit.void)),
    close: async () => {
      await runtime.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
    }
  }
}

export type RunningHub = Awaited<ReturnType<typeof startHub>>

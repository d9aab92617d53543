/** Runs the client, the steps and plain requests against the sandbox through recorders, and validates each exchange. */
import { make as makeAccount } from "@inlay/agent-plugin/Account"
import { inputSchema } from "@inlay/agent-plugin/ToolSchema"
import { startSandbox, type Examples } from "@inlay/analytics-sandbox"
import * as Node from "@inlay/core-http/node"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Result from "effect/Result"

import { accessToken } from "../../src/account/kinds.ts"
import { client as clientOf } from "../../src/account/settings.ts"
import type { AnalyticsClient } from "../../src/client/Analytics.ts"
import { plugin } from "../../src/plugin.ts"
import type { Sent } from "../protocol/requests.ts"
import { judged, type Judgement } from "./judge.ts"
import { record, type Exchange } from "./recorder.ts"

type Reason = ProviderError["reason"]["_tag"]

export interface Drive {
  /**
   * Calls the client. If a reason is given, the call must fail with it. Returns a function that reads texts of the
   * output by name.
   */
  readonly client: (
    use: (client: AnalyticsClient) => Effect.Effect<unknown, ProviderError>,
    fails?: Reason
  ) => Promise<(name: string) => string>
  readonly step: (id: string, input: unknown) => Promise<unknown>
  /** Runs each step that has not run yet with those of the fields that it has. It may succeed or fail. */
  readonly otherSteps: (input: Readonly<Record<string, unknown>>) => Promise<void>
  /** Sends a plain request. Only the response is validated. */
  readonly raw: (
    api: Sent["api"],
    method: string,
    target: string,
    body?: object | string,
    token?: string
  ) => Promise<unknown>
  readonly control: (path: string, body: object) => Promise<unknown>
  readonly examples: Readonly<Record<string, Examples>>
}

/** A sequence of calls. Each scenario starts with the sandbox in its initial state. */
export type Scenario = (drive: Drive) => Promise<void>

/** The results of all scenarios. */
export interface Driven {
  readonly own: ReadonlyArray<Judgement>
  /** Responses to requests that were invalid on purpose. */
  readonly wrong: ReadonlyArray<Judgement>
  /** Calls with another result than expected. */
  readonly surprises: ReadonlyArray<string>
  readonly steps: ReadonlySet<string>
  /** The steps that the sandbox has an example of. */
  readonly examples: ReadonlyArray<string>
  readonly methods: ReadonlySet<string>
  readonly allMethods: ReadonlySet<string>
}

/** Wraps a client so that it records the names of the methods that are called. */
const naming = (client: AnalyticsClient, all: Set<string>, used: Set<string>): AnalyticsClient => {
  const wrap = (value: unknown, name: string): unknown => {
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, wrap(one, `${name}${key}.`)]))
    }
    if (typeof value !== "function") return value
    const method = name.slice(0, -1)
    all.add(method)
    return (...args: ReadonlyArray<unknown>) => {
      used.add(method)
      return Reflect.apply(value, undefined, args) as unknown
    }
  }
  return wrap(client, "") as AnalyticsClient
}

export const drive = async (scenarios: ReadonlyArray<Scenario>): Promise<Driven> => {
  const sandbox = await startSandbox()
  const exchanges: Array<{ readonly exchange: Exchange; readonly isOwn: boolean }> = []
  let isOwn = true
  const keep = (exchange: Exchange) => void exchanges.push({ exchange, isOwn })
  const { analyticsAdmin, analyticsData } = sandbox.urls
  const recorders = {
    data: await record("data", analyticsData, keep),
    admin: await record("admin", analyticsAdmin, keep)
  }
  const runtime = ManagedRuntime.make(Layer.merge(Node.layer, Spend.layerMemory("contract")))
  const token = sandbox.env.INLAY_ANALYTICS_ACCESS_TOKEN
  const values = { data_base_url: recorders.data.baseUrl, admin_base_url: recorders.admin.baseUrl, access_token: token }
  const account = makeAccount({ plugin: plugin.id, name: "contract", kind: accessToken, values, revision: "1" })
  const surprises: Array<string> = []
  const steps = new Set<string>()
  const methods = new Set<string>()
  const allMethods = new Set<string>()
  const control: Drive["control"] = async (path, body) =>
    (await fetch(`${sandbox.control}${path}`, { method: "POST", body: JSON.stringify(body) })).text()

  const outcomeOf = async (name: string, call: Effect.Effect<unknown, ProviderError>, fails?: Reason) => {
    const result = await runtime.runPromise(Effect.result(call))
    const outcome = Result.isSuccess(result) ? undefined : result.failure.reason._tag
    if (outcome !== fails) {
      surprises.push(`${name}: ${Result.isSuccess(result) ? "success" : result.failure.message}`)
    }
    const fields = Result.isSuccess(result) ? (result.success as Readonly<Record<string, unknown>>) : {}
    return (field: string): string => String(fields[field])
  }
  try {
    for (const scenario of scenarios) {
      await control("/reset", {})
      const client = naming(await runtime.runPromise(clientOf(account)), allMethods, methods)
      const connection = await runtime.runPromise(plugin.connect(account))
      isOwn = true
      await scenario({
        client: (use, fails) => outcomeOf(use.toString(), use(client), fails),
        step: async (id, input) => {
          steps.add(id)
          return outcomeOf(`${id} ${JSON.stringify(input)}`, connection.run(id, input))
        },
        otherSteps: async (input) => {
          for (const step of plugin.toolSteps.filter(({ id }) => !steps.has(id))) {
            const fields = Object.keys(inputSchema(step).properties ?? {})
            const own = Object.fromEntries(Object.entries(input).filter(([name]) => fields.includes(name)))
            await runtime.runPromise(Effect.result(connection.run(step.id, own)))
            await control("/reset", {})
          }
        },
        raw: async (api, method, target, body, otherToken = token) => {
          isOwn = false
          const response = await fetch(`${recorders[api].baseUrl}${target}`, {
            method,
            headers: { authorization: `Bearer ${otherToken}`, "content-type": "application/json" },
            ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
          })
          if (response.ok) surprises.push(`${method} ${target} was answered ${response.status}`)
          return response.text()
        },
        control,
        examples: sandbox.examples
      })
    }
  } finally {
    for (const recorder of Object.values(recorders)) recorder.close()
    await runtime.dispose()
    await sandbox.close()
  }
  const judgements = (own: boolean) =>
    exchanges.filter((one) => one.isOwn === own).map(({ exchange }) => judged(exchange, own))
  return {
    own: judgements(true),
    wrong: judgements(false),
    surprises,
    steps,
    examples: Object.keys(sandbox.examples),
    methods,
    allMethods
  }
}

/** Test setup: a sandbox, accounts of every kind that connect to it, and the client. */
import { make as makeAccount, withTokens, type Account, type AccountKind } from "@inlay/agent-plugin/Account"
import { envOf } from "@inlay/agent-plugin/Environment"
import { startSandbox, type Call, type FaultName, type RunningSandbox } from "@inlay/analytics-sandbox"
import * as Node from "@inlay/core-http/node"
import * as Spend from "@inlay/core-http/Spend"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, beforeAll, beforeEach } from "vitest"

import { accessToken } from "../src/account/kinds.ts"
import { createAnalytics, type Analytics, type AnalyticsOptions } from "../src/promise.ts"

type Values = Readonly<Record<string, string>>

/** Starts a sandbox for a test file and resets it before each test. */
export const sandboxed = () => {
  let running: RunningSandbox | undefined
  const sandbox = () => {
    if (running === undefined) throw new Error("the sandbox is not running")
    return running
  }
  const runtime = ManagedRuntime.make(Layer.merge(Node.layer, Spend.layerMemory("test")))
  // oxlint-disable-next-line typescript/no-explicit-any -- the control API's own JSON, as a test reads it
  const control = async (path: string, body?: object): Promise<any> => {
    const response = await fetch(`${sandbox().control}${path}`, {
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
    })
    return response.json()
  }
  beforeAll(async () => {
    running = await startSandbox()
  })
  beforeEach(() => control("/reset", {}))
  afterAll(() => runtime.dispose())
  afterAll(() => running?.close())
  /** The sandbox's URLs, as settings. */
  const addresses = (): Values => {
    const { analyticsData, analyticsAdmin, analyticsAccounts } = sandbox().urls
    return {
      data_base_url: analyticsData,
      admin_base_url: analyticsAdmin,
      sign_in_url: `${analyticsAccounts}/o/oauth2/v2/auth`,
      token_url: `${analyticsAccounts}/token`,
      revoke_url: `${analyticsAccounts}/revoke`
    }
  }
  return {
    sandbox,
    runtime,
    control,
    calls: async (): Promise<ReadonlyArray<Call>> => (await control("/calls")).calls,
    /** The next call is answered with this fault. */
    fault: (fault: FaultName) => control("/faults", { fault }),
    client: (options: Partial<AnalyticsOptions> = {}): Analytics =>
      createAnalytics({
        token: sandbox().env.INLAY_ANALYTICS_ACCESS_TOKEN,
        dataBaseUrl: sandbox().urls.analyticsData,
        adminBaseUrl: sandbox().urls.analyticsAdmin,
        ...options
      }),
    /** An account of a kind that connects to the sandbox, with the token of the environment if the kind has one. */
    account: (kind: AccountKind, values: Values = {}): Account => {
      const env: Values = sandbox().env
      const fromEnv = accessToken.fields.map((field) => [field.name, env[envOf("analytics", field)]])
      return makeAccount({
        plugin: "analytics",
        name: "test",
        kind,
        values: { ...Object.fromEntries(fromEnv), ...addresses(), ...values },
        revision: "1"
      })
    },
    ready: (kind: AccountKind, account: Account) => runtime.runPromise(withTokens(kind, account))
  }
}

/** A property with data. */
export const SHOP = "properties/320101"

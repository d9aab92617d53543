/**
 * Everything that could make a program reveal its account's key: the provider's responses, network faults, and inputs.
 */
import { make as makeAccount, type Account } from "@inlay/agent-plugin/Account"
import * as Plugin from "@inlay/agent-plugin/Plugin"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import { leakNames } from "@inlay/core-http/testing/leaky-provider"
import { plugin as salesdata } from "@inlay/salesdata"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** How steps are run. The two channels use different requests, so that neither finds results of the other. */
export type Channel = "direct" | "mcp"

/** One run of a step. */
export interface Attempt {
  readonly fault: string
  readonly step: string
  readonly input: unknown
  readonly account: string
  /** Whether the run is interrupted while it is under way. */
  readonly interrupted?: boolean
}

/** The account kind of the sales data plugin, which the buggy plugin uses as well. */
const [apiKey] = salesdata.accountKinds
if (apiKey === undefined) throw new Error("the plugin has no kind of account")

class Key extends Context.Service<Key, { readonly value: string }>()("@inlay/hub/testing/Key") {}

/** The ways in which a bug may reveal the key. */
const defects: Readonly<Record<string, (key: string) => Effect.Effect<never>>> = {
  "an error": (key) =>
    Effect.die(
      Object.assign(new RangeError(`in ${key}`, { cause: new Error(key) }), { headers: { authorization: key } })
    ),
  "a text": (key) => Effect.die(`in ${key}`),
  "a value": (key) => Effect.die({ request: { headers: [["authorization", `Bearer ${key}`]] } }),
  "a parser": (key) => Effect.sync(() => JSON.parse(`${key} is no JSON`) as never),
  "several errors": (key) => Effect.die(new AggregateError([new Error(key), key], `all of ${key}`))
}

export const buggy = Plugin.make({
  id: "buggy",
  title: "Buggy",
  description: "A plugin whose step breaks.",
  status: "beta",
  accountKinds: [apiKey],
  toolSteps: [
    ToolStep.make({
      id: "buggy_break",
      title: "Break",
      description: "Breaks.",
      hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      scopes: [],
      cost: null,
      input: Schema.Struct({ how: Schema.Literals(Object.keys(defects)) }),
      output: Schema.Struct({}),
      run: ({ how }) => Effect.flatMap(Key, ({ value }) => defects[how]?.(value) ?? Effect.succeed({}))
    })
  ],
  triggers: [],
  service: Key,
  client: ({ secrets }) =>
    Effect.succeed({ value: secrets["api_key"] === undefined ? "" : Redacted.value(secrets["api_key"]) })
})

export interface Places {
  readonly leaky: string
  /** An address where nothing listens. */
  readonly refused: string
}

/** The accounts with one key. Each is connected to an address with a different fault. */
export const accountsOf = (key: string, { leaky, refused }: Places): ReadonlyArray<Account> => {
  const account = (name: string, values: Readonly<Record<string, string>>, plugin = "salesdata") =>
    makeAccount({ plugin, name, kind: apiKey, values: { api_key: key, ...values }, revision: name })
  const withUser = leaky.replace("://", `://me:${encodeURIComponent(key)}@`)
  return [
    account("leaky", { base_url: `${leaky}/v1` }),
    // Each gets a client of its own, so that none waits behind the slow ones.
    ...leakNames.map((name) => account(name, { base_url: `${leaky}/v1` })),
    account("refused", { base_url: refused }),
    account("no-tls", { base_url: leaky.replace("http:", "https:") }),
    account("user-in-address", { base_url: withUser }),
    account("key-in-query", { base_url: `${leaky}/v1?key=${encodeURIComponent(key)}` }),
    account("address-is-key", { base_url: key }),
    account("number-is-key", { base_url: leaky, cap_day: key }),
    account("header-is-key", { base_url: leaky, key_header: key }),
    account("line-break", { base_url: leaky, api_key: `${key}\r\nx-more: ${key}` }),
    account("buggy", { base_url: leaky }, "buggy")
  ]
}

const PEOPLE = "salesdata_people_enrichment"
const SEARCH = "salesdata_people_search"
const API_CALL = "salesdata_api_call"

/** The provider's faults, each met by a lookup and an API Call. */
const fromProvider = (channel: Channel): ReadonlyArray<Attempt> =>
  leakNames.flatMap((fault) => {
    const attempt = (step: string, input: object): Attempt => ({ fault, step, input, account: fault })
    const method = channel === "mcp" ? { method: "GET" } : { method: "POST", body: {} }
    return [
      attempt(PEOPLE, { email: `${fault}@${channel}.example` }),
      attempt(API_CALL, { endpoint: `/${channel}/${fault}`, ...method })
    ]
  })

const lookup = { step: PEOPLE, input: { email: "somebody@leak.example" } }

const fromWorld: ReadonlyArray<Attempt> = [
  ...[
    "refused",
    "no-tls",
    "user-in-address",
    "key-in-query",
    "address-is-key",
    "number-is-key",
    "header-is-key",
    "line-break"
  ].map((account): Attempt => ({ fault: account, ...lookup, account })),
  { fault: "interrupted", step: PEOPLE, input: { email: "slow@stop.example" }, account: "leaky", interrupted: true },
  ...Object.keys(defects).map((how): Attempt => ({
    fault: `defect: ${how}`,
    step: "buggy_break",
    input: { how },
    account: "buggy"
  }))
]

/** Puts the key where it does not belong: in the input of a person or an agent. */
const fromInput = (key: string): ReadonlyArray<Attempt> => {
  const call = (fault: string, input: object): Attempt => ({ fault, step: API_CALL, input, account: "leaky" })
  const lookFor = (fault: string, input: object, step = PEOPLE): Attempt => ({ fault, step, input, account: "leaky" })
  const encodedKey = encodeURIComponent(key)
  return [
    call("key in the path", { method: "GET", endpoint: `/keys/${encodedKey}/headers-200` }),
    call("key in the path, bare", { method: "GET", endpoint: `/keys/${key}/headers-500` }),
    call("key in the query", { method: "POST", endpoint: `/headers-500?key=${encodedKey}`, body: {} }),
    call("key in the query, twice encoded", { method: "GET", endpoint: `/slow?key=${encodeURIComponent(encodedKey)}` }),
    call("key in the body", { method: "POST", endpoint: "/anything", body: { auth: { keys: [key] } } }),
    call("key as a field of the body", { method: "POST", endpoint: "/search/people", body: { [key]: 1 } }),
    call("key in the body, base64", {
      method: "POST",
      endpoint: "/slow",
      body: { key: Buffer.from(key).toString("base64") }
    }),
    call("key as a header", { method: "GET", endpoint: "/headers-200", headers: { "x-echo": key, [key]: "1" } }),
    call("key as the method", { method: key, endpoint: "/headers-200" }),
    call("key as an unknown field", { method: "GET", endpoint: "/", [key]: { [key]: key } }),
    lookFor("key as an address", { email: key }),
    lookFor("key in an address", { email: `${key}@leak.example` }),
    lookFor("key as a profile", { profilenet_slug: key, profilenet_url: `https://x.example/in/${encodedKey}` }),
    lookFor(
      "key as a company",
      { website: `https://acme.example/${encodedKey}`, abn: key },
      "salesdata_company_enrichment"
    ),
    lookFor("key as a criterion", { company: key, location: key, extra: { [key]: key } }, SEARCH),
    { fault: "key as an account", ...lookup, account: key }
  ]
}

export const attemptsOf = (key: string, channel: Channel): ReadonlyArray<Attempt> => [
  ...fromProvider(channel),
  ...fromWorld,
  ...fromInput(key),
  { fault: "key as a step", step: key, input: {}, account: "leaky" }
]

/** Run once the ledger, the cache and the audit log can no longer be written. */
export const withoutStorage = (key: string): ReadonlyArray<Attempt> => [
  { fault: "nothing can be kept", step: PEOPLE, input: { email: "headers-200@uncached.example" }, account: "leaky" },
  {
    fault: "nothing can be kept of the key",
    step: PEOPLE,
    input: { email: `${key}@uncached.example` },
    account: "leaky"
  },
  {
    fault: "nothing can be kept of a call",
    step: API_CALL,
    input: { method: "POST", endpoint: "/x", body: { key } },
    account: "leaky"
  }
]

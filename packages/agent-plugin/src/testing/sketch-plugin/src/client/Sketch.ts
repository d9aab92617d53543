/** The client of one account: two base addresses of one service that share a credential and a budget. */
import type { BaseAddress } from "@inlay/core-http/BaseAddress"
import * as Budget from "@inlay/core-http/Budget"
import * as Client from "@inlay/core-http/Client"
import type { Credential } from "@inlay/core-http/Credential"
import * as Operation from "@inlay/core-http/Operation"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { TokenSource } from "@inlay/core-http/TokenSource"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Me, Note, Property, Report, reportInput, noteInput } from "../schema.ts"

/** The client's settings, from an account's. */
export interface Settings {
  readonly data: BaseAddress
  readonly admin: BaseAddress
  readonly credential: Credential | TokenSource
  /** The account's default property, if one was chosen. */
  readonly property: string | undefined
  readonly readOnly: boolean
}

/** The client of one account. */
export interface SketchClient {
  readonly data: Client.Client
  readonly admin: Client.Client
  readonly settings: Settings
}

/** The client as a service, for tool steps and triggers. */
export class Sketch extends Context.Service<Sketch, SketchClient>()("@inlay/agent-plugin/testing/Sketch") {}

/** A report of one metric by day. Costs units of the property's quota; the response says how many. */
export const runReport = Operation.make({ provider: "sketch", name: "reports.run", input: reportInput, output: Report })

/** Adds a note to a property. */
export const addNote = Operation.make({ provider: "sketch", name: "notes.add", input: noteInput, output: Note })

const REPORTS = "reports"
const HOUR_MILLIS = 3_600_000
/** Units of a property's quota: per hour, and at most per report. */
const HOUR_UNITS = 1000
const REPORT_UNITS = 10

const hourEndsMillis = (nowMillis: number): number => (Math.floor(nowMillis / HOUR_MILLIS) + 1) * HOUR_MILLIS

const readQuota = Schema.decodeUnknownOption(Schema.Struct({ quota: Report.fields.quota }))

/** Reads from a report's body what it cost and what is left. */
const usage = ({ body }: Client.RawAnswer): Budget.Usage | undefined => {
  const quotaReading = readQuota(body)
  if (quotaReading._tag === "None") return undefined
  const { consumed, remaining } = quotaReading.value.quota
  return { units: consumed, remaining: { hour: remaining } }
}

/** Makes a client over the current transport. */
export const make = Effect.fnUntraced(function* (settings: Settings) {
  const budget = Budget.make({
    concurrency: 4,
    lanes: { writes: { pauseMillis: 10 } },
    limits: (resource) =>
      resource === REPORTS
        ? {
            places: 2,
            windows: (nowMillis) => [{ name: "hour", limit: HOUR_UNITS, endsAtMillis: hourEndsMillis(nowMillis) }]
          }
        : undefined
  })
  const sharedBudget = {
    provider: "sketch",
    pathStyle: "either",
    credential: settings.credential,
    budget,
    failureOf: (answer: Client.RawAnswer) => Client.reasonOfStatus(answer)
  } as const
  const data = yield* Client.make({
    ...sharedBudget,
    baseAddress: settings.data,
    requestPolicy: () => ({ resource: REPORTS, units: REPORT_UNITS }),
    usage
  })
  const admin = yield* Client.make({
    ...sharedBudget,
    baseAddress: settings.admin,
    requestPolicy: ({ method }) => (method === "GET" ? {} : { lane: "writes" }),
    guard: ({ method }) =>
      settings.readOnly && method !== "GET"
        ? { _tag: "Refused", guard: "readOnly", what: "The account is read-only.", nothing: "sent" }
        : undefined
  })
  const client: SketchClient = { data, admin, settings }
  return client
})

/** Decodes a response's body by its schema. Fails as `Decode` if the shape differs. */
export const decoded =
  <A>(operation: string, schema: Schema.Codec<A, unknown>) =>
  ({ body }: { readonly body: unknown }): Effect.Effect<A, ProviderError> =>
    Effect.mapError(
      Schema.decodeUnknownEffect(schema)(body),
      () =>
        new ProviderError({
          provider: "sketch",
          operation,
          reason: {
            _tag: "Decode",
            what: "The answer is not as documented.",
            remedy: { to: "checkAddress", of: "base" }
          }
        })
    )

/** The account's identity. */
export const me = Effect.flatMap(Sketch, ({ admin }) =>
  Effect.flatMap(admin.call({ operation: "me", method: "GET", endpoint: "v1/me" }), decoded("me", Me))
)

/** The properties that the account can see. */
export const properties = Effect.flatMap(Sketch, ({ admin }) =>
  Effect.map(
    Effect.flatMap(
      admin.call({ operation: "properties.list", method: "GET", endpoint: "v1/properties" }),
      decoded("properties.list", Schema.Struct({ properties: Schema.Array(Property) }))
    ),
    (answer) => answer.properties
  )
)

/**
 * The generic step of every plugin: one request to any endpoint of the account's API. Endpoint and headers pass the
 * guards of core-http, and a paid path takes the spending path, all below the client.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import { Credits } from "@inlay/core-http/Credits"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Redaction from "@inlay/core-http/Redaction"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as ChargeDecision from "./ChargeDecision.ts"
import * as ToolStep from "./ToolStep.ts"

interface Input extends Pick<CallRequest, "method" | "endpoint" | "headers" | "body"> {
  readonly unknown_charge?: ChargeDecision.Decision
}

/** The API Call step of a plugin, `<plugin>_api_call`, over its client's `call`; only the parts that differ are given. */
export const make = <R>(options: {
  readonly plugin: string
  readonly description: string
  readonly methods: ReadonlyArray<CallRequest["method"]>
  /** Describes the endpoint, with an example in the provider's path style. */
  readonly endpoint: string
  readonly cost: ToolStep.Cost | null
  readonly hints: ToolStep.Hints
  /** Whether calls may cost credits: then one whose charge is unknown can be decided upon. */
  readonly spends?: boolean
  readonly call: (request: CallRequest) => Effect.Effect<Answer, ProviderError, R>
}): ToolStep.ToolStep<R> => {
  const fields = {
    method: Schema.Literals(options.methods),
    endpoint: Schema.String.annotate({ description: options.endpoint }),
    headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    body: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
  }
  const input: Schema.Codec<Input, unknown> =
    options.spends === true ? Schema.Struct({ ...fields, unknown_charge: ChargeDecision.field }) : Schema.Struct(fields)
  return ToolStep.make({
    id: `${options.plugin}_api_call`,
    title: "API Call",
    description: options.description,
    hints: options.hints,
    readsToo: true,
    scopes: [],
    cost: options.cost,
    input,
    output: Schema.Struct({
      status: Schema.Int,
      headers: Schema.Record(Schema.String, Schema.String),
      body: Schema.Unknown,
      credits: Schema.optionalKey(Credits)
    }),
    run: ({ unknown_charge, ...request }) =>
      Effect.map(
        ChargeDecision.carried(options.call({ operation: "apiCall", ...request }), unknown_charge),
        (answer) => ({
          status: answer.status,
          headers: Redaction.headers(answer.headers),
          body: answer.body,
          ...(answer.credits !== undefined && { credits: answer.credits })
        })
      )
  })
}

/**
 * The generic step of every plugin: one request to any endpoint of the account's API. Endpoint and headers pass the
 * guards of core-http, and a paid path takes the spending path, all below the client.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import { Credits } from "@inlay/core-http/Credits"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as PurchaseNotice from "@inlay/core-http/PurchaseNotice"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as AnswerSize from "./AnswerSize.ts"
import { shownOf, told } from "./api-answer.ts"
import * as ChargeDecision from "./ChargeDecision.ts"
import * as Listing from "./Listing.ts"
import * as ToolStep from "./ToolStep.ts"

interface Input extends Pick<CallRequest, "method" | "endpoint" | "headers" | "body"> {
  readonly unknown_charge?: ChargeDecision.Decision
  readonly fields?: ReadonlyArray<string>
  readonly offset?: number
  readonly max_kb?: number
}

/** Space for all but the body. */
const AROUND_BYTES = 1500

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
  /** Of a text that does not fit, whether its end is shown: a log. */
  readonly endFirst?: (request: Pick<CallRequest, "method" | "endpoint">) => boolean
}): ToolStep.ToolStep<R> => {
  const inputs = {
    method: Schema.Literals(options.methods),
    endpoint: Schema.String.annotate({ description: options.endpoint }),
    headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    body: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
    fields: Schema.optionalKey(Schema.Array(Schema.String)),
    offset: Schema.optionalKey(Schema.Int.annotate({ description: "Items or characters to skip" })),
    max_kb: AnswerSize.maxKb
  }
  const input: Schema.Codec<Input, unknown> =
    options.spends === true ? Schema.Struct({ ...inputs, unknown_charge: ChargeDecision.field }) : Schema.Struct(inputs)
  const id = `${options.plugin}_api_call`
  return ToolStep.make({
    id,
    title: "API Call",
    description: options.description,
    hints: options.hints,
    readsToo: true,
    scopes: [],
    cost: options.cost,
    input,
    output: Schema.Struct({
      status: Schema.Int,
      /** Those that say something about this answer. */
      headers: Schema.Record(Schema.String, Schema.String),
      body: Schema.Unknown,
      credits: Schema.optionalKey(Credits),
      /** Such as that the answer cost more than the account's price for it. */
      notice: Schema.optionalKey(Schema.String),
      /** The path that a renamed or moved resource has now. */
      moved_to: Schema.optionalKey(Schema.String),
      ...Listing.cuts
    }),
    run: (given) => {
      const { unknown_charge, fields, offset, max_kb: _maxKb, ...request } = given
      if (offset !== undefined && offset < 0) {
        return Effect.fail(invalid(options.plugin, id, [{ field: "offset", message: "must be 0 or more" }]))
      }
      const sent = ChargeDecision.carried(options.call({ operation: "apiCall", ...request }), unknown_charge)
      return Effect.map(sent, (answer) => {
        const notice = PurchaseNotice.of(answer)
        const room = Math.max(1000, AnswerSize.limitOf(given) - AROUND_BYTES)
        const unknown = fields === undefined ? [] : Listing.missing(answer.body, fields)
        const shown = shownOf(answer.body, fields, offset, room, options.endFirst?.(request) === true)
        const left_out = [
          ...(unknown.length > 0 ? [`fields: nothing is called ${unknown.join(", ")}`] : []),
          ...(shown.left_out ?? [])
        ]
        return {
          status: answer.status,
          headers: told(answer.headers),
          body: shown.body,
          ...(answer.credits !== undefined && { credits: answer.credits }),
          ...(notice !== undefined && { notice }),
          ...(answer.movedTo !== undefined && { moved_to: answer.movedTo }),
          ...(left_out.length > 0 && { left_out }),
          // Never to be asked twice where that changes something or costs.
          ...(shown.offset !== undefined &&
            request.method === "GET" &&
            options.cost === null && { next: { ...given, offset: shown.offset } })
        }
      })
    }
  })
}

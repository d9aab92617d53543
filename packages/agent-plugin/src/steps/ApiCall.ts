/**
 * The API Call step of every plugin: one request to any endpoint of the account's API. The client applies core-http's
 * guards to the endpoint and headers, and the spending checks to paid paths.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import { Credits } from "@inlay/core-http/Credits"
import { defined } from "@inlay/core-http/json-object"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as PurchaseNotice from "@inlay/core-http/PurchaseNotice"
import type { Answer, Preview } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as AnswerSize from "../answers/AnswerSize.ts"
import { shownOf, shownHeaders } from "../answers/api-answer.ts"
import * as Listing from "../answers/Listing.ts"
import * as ChargeDecision from "./ChargeDecision.ts"
import * as ToolStep from "./ToolStep.ts"

interface Input extends Pick<CallRequest, "method" | "endpoint" | "headers" | "body"> {
  readonly api?: string
  readonly unknown_charge?: ChargeDecision.Decision
  readonly fields?: ReadonlyArray<string>
  readonly offset?: number
  readonly max_kb?: number
}

/** Bytes reserved for everything but the body. */
const AROUND_BYTES = 1500

/** Makes a plugin's API Call step, `<plugin>_api_call`, over its client's `call`. */
export const make = <R>(options: {
  readonly plugin: string
  readonly description: string
  readonly methods: ReadonlyArray<CallRequest["method"]>
  /** Describes the endpoint, with an example in the provider's path style. */
  readonly endpoint: string
  /** For a service with several base addresses: their names, the default first. The input `api` selects one of them. */
  readonly targets?: { readonly names: readonly [string, ...ReadonlyArray<string>]; readonly description?: string }
  readonly cost: ToolStep.Cost | null
  readonly hints: ToolStep.Hints
  /**
   * Whether calls may cost credits. If so, the input `unknown_charge` decides about an earlier call whose charge is
   * unknown.
   */
  readonly spends?: boolean
  /** @param target one of the names of `targets`; empty if there are none */
  readonly call: (request: CallRequest, target: string) => Effect.Effect<Answer, ProviderError, R>
  /** The client's preview of a request. Needed if calls may cost credits. */
  readonly preview?: (request: CallRequest, target: string) => Effect.Effect<Preview, ProviderError, R>
  /** Whether to show the end of a text that does not fit, as for a log. */
  readonly endFirst?: (request: Pick<CallRequest, "method" | "endpoint">) => boolean
}): ToolStep.ToolStep<R> => {
  const { targets } = options
  const usualTarget = targets?.names[0] ?? ""
  const inputs: Schema.Struct.Fields = {
    ...(targets !== undefined && {
      api: Schema.optionalKey(Schema.Literals(targets.names).annotate({ description: targets.description }))
    }),
    method: Schema.Literals(options.methods),
    endpoint: Schema.String.annotate({ description: options.endpoint }),
    headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    body: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
    fields: Schema.optionalKey(Schema.Array(Schema.String)),
    offset: Schema.optionalKey(
      Schema.Int.annotate({ description: "Items or characters to skip" }).check(
        Schema.makeFilter((count) => (count < 0 ? "must be 0 or more" : undefined))
      )
    ),
    max_kb: AnswerSize.maxKb,
    ...(options.spends === true && { unknown_charge: ChargeDecision.field })
  }
  // Has the fields above, as far as this service supports them.
  const input = Schema.Struct(inputs) as unknown as Schema.Codec<Input, unknown>
  const { preview } = options
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
      /** The headers that matter for this response. */
      headers: Schema.Record(Schema.String, Schema.String),
      body: Schema.Unknown,
      credits: Schema.optionalKey(Credits),
      /** For example, that the response cost more than the account's price for it. */
      notice: Schema.optionalKey(Schema.String),
      /** The current path of a renamed or moved resource. */
      moved_to: Schema.optionalKey(Schema.String),
      ...Listing.cuts
    }),
    ...(preview !== undefined && {
      preview: ({ api = usualTarget, method, endpoint, headers, body }: Input) =>
        preview(defined({ operation: "apiCall", method, endpoint, headers, body }), api)
    }),
    run: (callInput) => {
      const { api: target = usualTarget, unknown_charge, fields, offset, max_kb: _maxKb, ...request } = callInput
      const sending = ChargeDecision.carried(options.call({ operation: "apiCall", ...request }, target), unknown_charge)
      return Effect.map(sending, (answer) => {
        const notice = PurchaseNotice.of(answer)
        const room = Math.max(1000, AnswerSize.limitOf(callInput) - AROUND_BYTES)
        const missingFields = fields === undefined ? [] : Listing.missing(answer.body, fields)
        const part = shownOf(answer.body, fields, offset, room, options.endFirst?.(request) === true)
        const left_out = [
          ...(missingFields.length > 0 ? [`fields: nothing is called ${missingFields.join(", ")}`] : []),
          ...(part.left_out ?? [])
        ]
        return {
          status: answer.status,
          headers: shownHeaders(answer.headers),
          body: part.body,
          ...(answer.credits !== undefined && { credits: answer.credits }),
          ...(notice !== undefined && { notice }),
          ...(answer.movedTo !== undefined && { moved_to: answer.movedTo }),
          ...(left_out.length > 0 && { left_out }),
          // Never suggest repeating a request that changes something or costs credits.
          ...(part.offset !== undefined &&
            request.method === "GET" &&
            options.cost === null && { next: { ...callInput, offset: part.offset } })
        }
      })
    }
  })
}

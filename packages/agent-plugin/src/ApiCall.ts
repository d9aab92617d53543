/**
 * The generic step of every plugin: one request to any endpoint of the account's API. Endpoint and headers pass the
 * guards of core-http, and a paid path takes the spending path, all below the client.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import { Credits } from "@inlay/core-http/Credits"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Redaction from "@inlay/core-http/Redaction"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as AnswerSize from "./AnswerSize.ts"
import * as ChargeDecision from "./ChargeDecision.ts"
import * as Listing from "./Listing.ts"
import * as ToolStep from "./ToolStep.ts"

interface Input extends Pick<CallRequest, "method" | "endpoint" | "headers" | "body"> {
  readonly fields?: ReadonlyArray<string>
  readonly offset?: number
  readonly max_kb?: number
  readonly unknown_charge?: ChargeDecision.Decision
}

/** What a caller can act on; the others are the same in every answer, or the client's own matter. */
const TOLD =
  /^(content-type|etag|last-modified|link|location|retry-after|x-request-id|deprecation|sunset|warning)$|(limit|quota|credits?|units)-(remaining|left|used|charged)$/

const told = (headers: Answer["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(Redaction.headers(headers)).filter(([name]) => TOLD.test(name)))

interface Shown {
  readonly body: unknown
  readonly left_out?: ReadonlyArray<string>
  /** Where what was left out begins. */
  readonly offset?: number
}

/** The part of a text that fits: from a place on, or its end. */
const textPart = (text: string, offset: number | undefined, maxBytes: number, endFirst: boolean): Shown => {
  if (offset === undefined && AnswerSize.bytesOf(text) <= maxBytes) return { body: text }
  if (endFirst && offset === undefined) {
    // As much as surely fits; the end of a log is what is looked for.
    const start = Math.max(0, text.length - Math.floor(maxBytes / 2))
    const line = text.indexOf("\n", start) + 1
    const { text: body, to } = Listing.excerpt(text, line > 0 && line < text.length ? line : start, maxBytes)
    return {
      body,
      left_out: [
        `body: the last ${AnswerSize.number(body.length)} of ${AnswerSize.number(text.length)} characters, ${to < text.length ? "cut; " : ""}offset reads from a place on`
      ]
    }
  }
  const { text: body, from, to } = Listing.excerpt(text, Math.min(offset ?? 0, text.length), maxBytes)
  return {
    body,
    left_out: [
      `body: characters ${AnswerSize.number(from + 1)} to ${AnswerSize.number(to)} of ${AnswerSize.number(text.length)}`
    ],
    ...(to < text.length && { offset: to })
  }
}

/** @param room bytes for the body */
const shownOf = (body: unknown, offset: number | undefined, room: number, endFirst: boolean): Shown => {
  if (typeof body === "string") return textPart(body, offset, room, endFirst)
  if (!Array.isArray(body)) return { body }
  const { items, skip, left_out } = Listing.fitted("body", body, room, offset)
  return { body: items, ...(left_out !== undefined && { left_out }), ...(skip !== undefined && { offset: skip }) }
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
  const fields = {
    method: Schema.Literals(options.methods),
    endpoint: Schema.String.annotate({ description: options.endpoint }),
    headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    body: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
    fields: Schema.optionalKey(Schema.Array(Schema.String).annotate({ description: "e.g. user.login" })),
    offset: Schema.optionalKey(Schema.Int.annotate({ description: "Items or characters to skip" })),
    max_kb: AnswerSize.maxKb
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
      /** Those that say something about this answer. */
      headers: Schema.Record(Schema.String, Schema.String),
      body: Schema.Unknown,
      credits: Schema.optionalKey(Credits),
      /** The path that a renamed or moved resource has now. */
      moved_to: Schema.optionalKey(Schema.String),
      ...Listing.cuts
    }),
    run: (given) => {
      const { fields: asked, offset, max_kb: _maxKb, unknown_charge, ...request } = given
      if (offset !== undefined && offset < 0) {
        return Effect.fail(
          invalid(options.plugin, `${options.plugin}_api_call`, [{ field: "offset", message: "must be 0 or more" }])
        )
      }
      return Effect.map(
        ChargeDecision.carried(options.call({ operation: "apiCall", ...request }), unknown_charge),
        (answer) => {
          const selected = Listing.select(answer.body, asked)
          const room = Math.max(1000, AnswerSize.limitOf(given) - AROUND_BYTES)
          const unknown = asked === undefined ? [] : Listing.missing(answer.body, asked)
          const shown = shownOf(selected, offset, room, options.endFirst?.(request) === true)
          const left_out = [
            ...(unknown.length > 0 ? [`fields: nothing is called ${unknown.join(", ")}`] : []),
            ...(shown.left_out ?? [])
          ]
          return {
            status: answer.status,
            headers: told(answer.headers),
            body: shown.body,
            ...(answer.credits !== undefined && { credits: answer.credits }),
            ...(answer.movedTo !== undefined && { moved_to: answer.movedTo }),
            ...(left_out.length > 0 && { left_out }),
            // Never to be asked twice where that changes something or costs.
            ...(shown.offset !== undefined &&
              request.method === "GET" &&
              options.cost === null && { next: { ...given, offset: shown.offset } })
          }
        }
      )
    }
  })
}

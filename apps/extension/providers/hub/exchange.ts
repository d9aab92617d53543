/**
 * Sends one request to a hub's address and reads its JSON answer, within a size limit and a time limit. Redirects are
 * not followed. The result is always a value, whatever answers there: no answer, not JSON, or a status with JSON.
 */
import { isDeeperThan, isTextDeeperThan } from "@inlay/core-http/json-depth"
import { Transport } from "@inlay/core-http/Transport"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { Endpoint } from "./endpoint.ts"

/** More than the hub's largest answer. */
const MAX_BODY_BYTES = 2_000_000
const MAX_DEPTH = 100

export interface ExchangeOptions {
  /** Replaces `{id}` in the path. */
  readonly id?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly token?: string
  readonly limit: Duration.Duration
}

export type HubAnswer =
  | { readonly is: "json"; readonly status: number; readonly json: unknown }
  /** No answer of a hub. If `sent`, the request may have arrived. */
  | { readonly is: "silence"; readonly sent: boolean }
  /** A redirect, an answer that is too large or too deeply nested, or one that is not JSON. */
  | { readonly is: "other" }

const urlOf = (
  origin: string,
  { path }: Pick<Endpoint<unknown>, "path">,
  { id = "", query = {} }: ExchangeOptions
): URL => {
  const url = new URL(path.replace("{id}", encodeURIComponent(id)), origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Fails for text that is no JSON, or is nested too deeply. */
export const jsonOf = (text: string): Result.Result<unknown, unknown> => {
  if (isTextDeeperThan(MAX_DEPTH, text)) return Result.fail("too deep")
  const result = Result.try((): unknown => (text === "" ? null : JSON.parse(text)))
  return Result.isSuccess(result) && isDeeperThan(MAX_DEPTH, result.success) ? Result.fail("too deep") : result
}

export const exchange = Effect.fnUntraced(function* (
  origin: string,
  endpoint: Endpoint<unknown>,
  options: ExchangeOptions
) {
  const transport = yield* Transport
  return yield* transport
    .send({
      method: endpoint.method,
      url: urlOf(origin, endpoint, options),
      headers: {
        accept: "application/json",
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
        ...(options.body !== undefined && { "content-type": "application/json" })
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      maxBodyBytes: MAX_BODY_BYTES
    })
    .pipe(
      Effect.map(({ status, text }): HubAnswer => {
        const json = jsonOf(text)
        if (Result.isSuccess(json)) return { is: "json", status, json: json.success }
        // A hub writes its failures as JSON: this is the page of a proxy that cannot reach it.
        return status >= 500 ? { is: "silence", sent: true } : { is: "other" }
      }),
      Effect.catch(({ kind, sent: wasSent }) =>
        Effect.succeed<HubAnswer>(kind === "network" ? { is: "silence", sent: wasSent } : { is: "other" })
      ),
      Effect.timeoutOrElse({
        duration: options.limit,
        orElse: () => Effect.succeed<HubAnswer>({ is: "silence", sent: true })
      })
    )
})

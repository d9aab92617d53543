/** The client of one account: its items, and any other call to the service. */
import type { BaseAddress } from "@inlay/core-http/BaseAddress"
import * as Budget from "@inlay/core-http/Budget"
import * as HttpClient from "@inlay/core-http/Client"
import type { Credential } from "@inlay/core-http/Credential"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { decoder } from "../internal/decoder.ts"
import { failureOf } from "../internal/errors.ts"
import { User } from "../schema/User.ts"
import * as Items from "./Items.ts"

/** What an account tells the client about its provider. */
export interface Settings {
  readonly baseAddress: BaseAddress
  readonly credential: Credential
  /** Requests under way at once; 10 by default. */
  readonly concurrency?: number
}

/** The client of one account. */
export interface StarterClient {
  readonly items: Items.Items
  /** Any request below the base address. */
  readonly call: (request: HttpClient.CallRequest) => Effect.Effect<Answer, ProviderError>
  /** Whose token it is. Free. */
  readonly check: (request: Record<never, never>) => Effect.Effect<User, ProviderError>
  /** The service's rate limit as its last answer told it. */
  readonly rateLimit: HttpClient.Client["rateLimit"]
}

/** The client as a service, for tool steps. */
export class Starter extends Context.Service<Starter, StarterClient>()("@inlay/starter/Starter") {}

/** A client over the transport and spending path at hand; make one for each account. */
export const make = Effect.fnUntraced(function* ({ baseAddress, credential, concurrency = 10 }: Settings) {
  const http = yield* HttpClient.make({
    provider: "starter",
    baseAddress,
    pathStyle: "leading-slash",
    credential,
    budget: Budget.make({ concurrency }),
    failureOf
  })
  const user = decoder("check", User)
  const client: StarterClient = {
    items: Items.make(http),
    call: http.call,
    check: () => Effect.flatMap(http.call({ operation: "check", method: "GET", endpoint: "/user" }), user),
    rateLimit: http.rateLimit
  }
  return client
})

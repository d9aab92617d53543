// What an operation is: a method and a path, the messages it takes and gives, and its work.

import type { Principal } from "../accounts/data.ts"
import type { Content } from "../protocol/encode.ts"
import type { Message } from "../protocol/types.ts"
import type { Account } from "../quotas/quotas.ts"
import type { Token } from "../sign-in/tokens.ts"
import type { SandboxState } from "../state.ts"
import type { Call } from "./journal.ts"

export type Service = "admin" | "data"

export const services: Readonly<Record<Service, { readonly host: string; readonly title: string }>> = {
  admin: { host: "analyticsadmin.googleapis.com", title: "Google Analytics Admin API" },
  data: { host: "analyticsdata.googleapis.com", title: "Google Analytics Data API" }
}

/** A request that was let in. */
export interface Context {
  readonly state: SandboxState
  readonly token: Token
  readonly principal: Principal
  readonly call: Call
  /** What stands in the path, by name. */
  readonly params: Readonly<Record<string, string>>
  /** Parameters of the query, in camel case. */
  readonly query: Readonly<Record<string, string>>
  readonly body: Content
}

export interface Operation {
  /** As in the protocol, such as `runReport`. */
  readonly name: string
  readonly service: Service
  readonly method: "DELETE" | "GET" | "PATCH" | "POST"
  /** With names for what stands in the path. */
  readonly path: RegExp
  /** Parameters that its query may have, in camel case. */
  readonly query: ReadonlyArray<string>
  readonly takes: Message | null
  readonly gives: Message
  /** Whether a token that may only read is enough. */
  readonly readOnly: boolean
  /** Whose quota it counts against. */
  readonly account?: (context: Context) => Account
  readonly run: (context: Context) => Content
}

export const operation = (
  service: Service,
  call: `${Operation["method"]} ${string}`,
  of: Pick<Operation, "name" | "gives" | "run"> & Partial<Operation>
): Operation => {
  const [method = "GET", template = ""] = call.split(" ")
  const pattern = template.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/:]+)")
  return {
    service,
    method: method as Operation["method"],
    path: new RegExp(`^/v1beta/${pattern}$`),
    query: [],
    takes: null,
    readOnly: method === "GET",
    ...of
  }
}

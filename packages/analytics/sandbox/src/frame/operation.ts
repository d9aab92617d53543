// The definition of an operation: method and path, request and response messages, and implementation.

import type { Principal } from "../accounts/accounts.ts"
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

/** An authorized request. */
export interface Context {
  readonly state: SandboxState
  readonly token: Token
  readonly principal: Principal
  readonly call: Call
  /** Values from the path, by name. */
  readonly params: Readonly<Record<string, string>>
  /** Query parameters, in camel case. */
  readonly query: Readonly<Record<string, string>>
  readonly body: Content
}

export interface Operation {
  /** The name in the protocol, such as `runReport`. */
  readonly name: string
  readonly service: Service
  readonly method: "DELETE" | "GET" | "PATCH" | "POST"
  /** A pattern with named groups for the values in the path. */
  readonly path: RegExp
  /** Allowed query parameters, in camel case. */
  readonly query: ReadonlyArray<string>
  readonly takes: Message | null
  readonly gives: Message
  /** Whether a read-only token is sufficient. */
  readonly readOnly: boolean
  /** The quota that the request counts against. */
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

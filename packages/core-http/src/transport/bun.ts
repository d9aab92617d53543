/** The transport for Bun: its `fetch`, whose errors have the codes of Node's connections. */
import { isLoopback } from "../address/BaseAddress.ts"
import { codeOf } from "./error-code.ts"
import * as OverFetch from "./fetch.ts"
import { TransportFailure, type Transport } from "./Transport.ts"

/** Codes of failures before there is a connection. */
const UNCONNECTED: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"])

/** Otherwise Bun sends through a proxy of the environment also what is for this machine, with its key in clear text. */
const DIRECT: RequestInit & { readonly proxy: false } = { proxy: false }

export const make = (): Transport["Service"] =>
  OverFetch.make(
    (cause) => {
      const code = codeOf(cause)
      return new TransportFailure({ kind: "network", detail: code || "no code given", sent: !UNCONNECTED.has(code) })
    },
    ({ hostname }) => (isLoopback(hostname) ? DIRECT : undefined)
  )

/** The transport for Bun: its `fetch`, whose errors have the codes of Node's connections. */
import { codeOf } from "./error-code.ts"
import * as OverFetch from "./fetch.ts"
import { TransportFailure, type Transport } from "./Transport.ts"

/** Codes of failures before there is a connection. */
const UNCONNECTED: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"])

export const make = (): Transport["Service"] =>
  OverFetch.make((cause) => {
    const code = codeOf(cause)
    return new TransportFailure({ kind: "network", detail: code || "no code given", sent: !UNCONNECTED.has(code) })
  })

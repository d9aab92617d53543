/**
 * Requests for free figures and facts beside a page: traffic of the user's own sites, and a company's public code.
 * Read-only.
 */
import { refShape, type AccountRef } from "../../messaging/account.ts"
import { isObject, isOneOf, isStruct, type Inputs } from "../../messaging/shape.ts"

/** Steps that cost no credits and change nothing; of the API call step, only `GET`. */
const READS = ["analytics_list_properties", "analytics_run_reports", "codehost_api_call"] as const
type ReadStep = (typeof READS)[number]

const PLUGINS = ["analytics", "codehost"] as const

type Json = Readonly<Record<string, unknown>>

export interface SiteRequests {
  /** Names of a plugin's accounts, in the way that the user chose for it. */
  readonly accountNames: {
    readonly input: { readonly plugin: (typeof PLUGINS)[number] }
    readonly output: { readonly names: ReadonlyArray<string> }
  }
  /** Runs a step that reads. `output` is the step's. */
  readonly read: {
    readonly input: AccountRef & { readonly step: ReadStep; readonly input: Json }
    readonly output: Json
  }
}

export const inputs: Inputs<SiteRequests> = {
  accountNames: isStruct({ plugin: isOneOf(PLUGINS) }),
  read: isStruct({ ...refShape, plugin: isOneOf(PLUGINS), step: isOneOf(READS), input: isObject })
}

/**
 * Requests for the line in a repository's page: once by a click, or always on the pages of a host that the user has
 * chosen.
 */
import { isBoolean, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import type { Origins } from "../accounts/requests.ts"
import { isTabId } from "../enrich/requests.ts"

export interface LineRequests {
  /** Puts it into the tab's page, on which the user has just clicked. */
  readonly showLine: { readonly input: { readonly tabId: number }; readonly output: { readonly isShown: boolean } }
  /** The origins whose repository pages always show it. */
  readonly lineOrigins: { readonly input: Record<never, never>; readonly output: Origins }
  /** The page asks for the browser's permission, within the click. */
  readonly keepLine: { readonly input: { readonly origin: string; readonly isOn: boolean }; readonly output: Origins }
}

export const inputs: Inputs<LineRequests> = {
  showLine: isStruct({ tabId: isTabId }),
  lineOrigins: isStruct({}),
  keepLine: isStruct({ origin: isTextOf(300), isOn: isBoolean })
}

/** One line in a repository's page: by a click, or always on the pages of a host that the user has chosen. */
import { isBoolean, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import { isTabId } from "../enrich/requests.ts"

type Origins = { readonly origins: ReadonlyArray<string> }

export interface LineRequests {
  /** Puts it into the tab's page, which the user has just clicked on. */
  readonly showLine: { readonly input: { readonly tabId: number }; readonly output: { readonly isShown: boolean } }
  /** The origins on whose pages it always stands. */
  readonly lineOrigins: { readonly input: Record<never, never>; readonly output: Origins }
  /** The browser's leave is asked for by the page, within the click. `isUsed`: whether an account needs that leave too. */
  readonly keepLine: {
    readonly input: { readonly origin: string; readonly isOn: boolean }
    readonly output: Origins & { readonly isUsed: boolean }
  }
}

export const inputs: Inputs<LineRequests> = {
  showLine: isStruct({ tabId: isTabId }),
  lineOrigins: isStruct({}),
  keepLine: isStruct({ origin: isTextOf(300), isOn: isBoolean })
}

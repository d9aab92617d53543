/** What a request must look like before the worker believes it: one shape for each request of the contract. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"

import type { RequestName, Requests } from "./contract.ts"
import { isBoolean, isNumberIn, isOneOf, isRecord, isStruct, isTextOf, type Is } from "./shape.ts"

const isShortText = isTextOf(4096)
const isNothing = isStruct<Record<never, never>>({})
/** What a user says that a lookup cost. */
const isCreditsSaid = isNumberIn(0, MAX_CREDITS)
const isTabId = (value: unknown): value is number => Number.isSafeInteger(value) && isNumberIn(0, Infinity)(value)

export const inputs: { readonly [N in RequestName]: Is<Requests[N]["input"]> } = {
  preview: isStruct({ tabId: isTabId }),
  enrich: isStruct({ tabId: isTabId, subject: isShortText, consent: isOneOf(["free", "charge", "chargeAgain"]) }),
  forget: isStruct({ tabId: isTabId, subject: isShortText }),
  account: isNothing,
  saveAccount: isStruct({ values: isRecord(isShortText, isTextOf(64)), force: isBoolean }),
  preferences: isNothing,
  savePreferences: isStruct({ showInPage: isBoolean }),
  removeAccount: isNothing,
  spending: isNothing,
  settleCharge: isStruct({ id: isShortText, credits: isCreditsSaid }),
  askAgain: isStruct({ id: isShortText })
}

export const isRequestName = (name: string): name is RequestName => Object.hasOwn(inputs, name)

/** The failures of the hub itself, as opposed to those of a plugin's service. */
import { invalid, ProviderError, type Reason } from "@inlay/core-http/ProviderError"

/** @param operation what was attempted, such as `tokens` or `charges settle` */
export const hubError = (operation: string, reason: Reason): ProviderError =>
  new ProviderError({ provider: "inlay", operation, reason })

/** One field of a request or command line is wrong. @param message how the sentence goes on after the field's name */
export const wrongField = (operation: string, field: string, message: string): ProviderError =>
  invalid("inlay", operation, [{ field, message }])

/** There is nothing of a name. @param known the names that exist, the nearest first */
export const unknownName = (operation: string, what: string, known: ReadonlyArray<string>): ProviderError =>
  hubError(operation, { _tag: "NotFound", what, known, remedy: { to: "chooseName", names: known } })

/** What an id stands for is not there. @param nothing what certainly did not happen */
export const notThere = (operation: string, what: string, nothing: Reason["nothing"] = "changed"): ProviderError =>
  hubError(operation, { _tag: "NotFound", what, remedy: { to: "checkNames" }, nothing })

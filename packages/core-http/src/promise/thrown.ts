/** What a promised call throws: an error that says what was asked and where in the program, as native errors do. */
import { factsOf, ProviderError } from "../errors/ProviderError.ts"

/** Where a call stands in the program: an error that was made there, whose stack is written only when it is read. */
export type CallSite = Error

/** @param below frames from this function on are left out */
export const callSite = (below: (...args: never) => unknown): CallSite => {
  const site = new Error()
  // Of V8; elsewhere the stack has a frame of ours.
  Error.captureStackTrace?.(site, below)
  return site
}

/** The lines of a stack below its message. */
const framesOf = (site: CallSite): string => (site.stack ?? "").replace(/^Error.*\n?/, "")

/** `issues.get: GET /repos/acme/widgets/issues/9, status 404, request ABC`. */
const askedFor = ({ operation, resource, status, requestId }: ProviderError): string => {
  const answer = [status && `status ${status}`, requestId && `request ${requestId}`].filter(Boolean)
  return [resource === undefined ? operation : `${operation}: ${resource}`, ...answer].join(", ")
}

const own = (value: string): PropertyDescriptor => ({ value, configurable: true, writable: true, enumerable: false })

const described = (error: ProviderError, site: CallSite): ProviderError => {
  // A copy: callers that wait for one answer fail with one error, each at a place of its own.
  const copy = new ProviderError(factsOf(error))
  const message = `${error.message} (${askedFor(error)})`
  return Object.defineProperties(copy, {
    message: own(message),
    stack: own(`${copy.name}: ${message}\n${framesOf(site)}`)
  })
}

/** @param signal the call's own: once it is aborted, what ended the call is its reason, an `AbortError` by default */
export const thrown = (cause: unknown, site: CallSite, signal: AbortSignal | undefined): unknown => {
  if (cause instanceof ProviderError) return described(cause, site)
  return signal?.aborted === true ? signal.reason : cause
}

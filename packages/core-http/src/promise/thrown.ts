/**
 * Builds the error that a promised call throws. It says what was requested and where in the program, as native errors
 * do.
 */
import { factsOf, ProviderError } from "../errors/ProviderError.ts"

/** The place of a call in the program. Its stack is formatted only when it is read. */
export interface CallSite {
  readonly stack?: string
}

/** @param below frames from this function on are left out */
export const callSite = (below: (...args: never) => unknown): CallSite => {
  // Elsewhere than in V8, the stack contains one of our own frames.
  if (Error.captureStackTrace === undefined) return new Error()
  // An error would capture a stack of its own first, and every call pays for it.
  const site: CallSite = {}
  Error.captureStackTrace(site, below)
  return site
}

/** Returns the lines of a stack below its message. */
const framesOf = (site: CallSite): string => (site.stack ?? "").replace(/^Error.*\n?/, "")

/** Describes the request: `issues.get: GET /repos/acme/widgets/issues/9, status 404, request ABC`. */
const askedFor = ({ operation, resource, status, requestId }: ProviderError): string => {
  const answer = [status && `status ${status}`, requestId && `request ${requestId}`].filter(Boolean)
  return [resource === undefined ? operation : `${operation}: ${resource}`, ...answer].join(", ")
}

const own = (value: string): PropertyDescriptor => ({ value, configurable: true, writable: true, enumerable: false })

const described = (error: ProviderError, site: CallSite): ProviderError => {
  // Makes a copy, because callers that wait for the same answer receive the same error, but each at its own place.
  const copy = new ProviderError(factsOf(error))
  const message = `${error.message} (${askedFor(error)})`
  return Object.defineProperties(copy, {
    message: own(message),
    stack: own(`${copy.name}: ${message}\n${framesOf(site)}`)
  })
}

/** Copies an `AbortError` or `TimeoutError`, which all calls of a signal share, and adds its cause. */
const withCause = ({ message, name }: DOMException, cause: ProviderError): DOMException =>
  Object.defineProperty(new DOMException(message, name), "cause", { value: cause, configurable: true, writable: true })

/**
 * @param signal the call's signal; if it was aborted, its reason is thrown, which is an `AbortError` by default
 * @param interrupted the error of a change or purchase that was interrupted after its request was sent
 */
export const thrown = (
  cause: unknown,
  site: CallSite,
  signal: AbortSignal | undefined,
  interrupted?: ProviderError
): unknown => {
  if (cause instanceof ProviderError) return described(cause, site)
  if (signal?.aborted !== true) return cause
  const reason: unknown = signal.reason
  return interrupted !== undefined && reason instanceof DOMException
    ? withCause(reason, described(interrupted, site))
    : reason
}

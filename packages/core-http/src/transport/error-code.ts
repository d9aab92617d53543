/**
 * Returns the code that an error of a connection or one of its causes has, such as `ECONNREFUSED`, or an empty string.
 */
export const codeOf = (cause: unknown): string => {
  if (typeof cause !== "object" || cause === null) return ""
  if ("code" in cause && typeof cause.code === "string" && cause.code !== "") return cause.code
  // A host with several addresses fails with one error per address.
  if (cause instanceof AggregateError) return codeOf(cause.errors[0])
  return "cause" in cause ? codeOf(cause.cause) : ""
}

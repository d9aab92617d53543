/** Returns the code of an error of the system or of PostgreSQL, such as `ENOENT`, or an empty string if it has none. */
export const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""

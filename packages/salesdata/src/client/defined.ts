/** Removes fields that are `undefined` from an input. Returns a value that is not an object unchanged. */
export const defined = <A extends object>(input: A): A =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? (Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as A)
    : input

/** An input without the fields that a program gave as `undefined`: they were not given. What is no object stays as it is. */
export const defined = <A extends object>(input: A): A =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? (Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as A)
    : input

/** Returns a text or number at a path of a JSON value, such as `0.id`, as text; an empty text if there is none. */
export const within = (value: unknown, path: string): string => {
  const target = path
    .split(".")
    .reduce<unknown>(
      (at, key) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      value
    )
  return typeof target === "string" || typeof target === "number" ? String(target) : ""
}

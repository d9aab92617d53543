/** Formats targets and filters for people. Pure. */

const text = (value: unknown): string =>
  typeof value === "string" ? value : Array.isArray(value) ? value.map(text).join(", ") : JSON.stringify(value)

/** `owner: acme, repo: widgets`; just `acme/widgets` for a repository; empty if there is nothing. */
export const valuesText = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return ""
  const { owner, repo, ...others } = value as Readonly<Record<string, unknown>>
  const place = typeof owner === "string" && typeof repo === "string" ? [`${owner}/${repo}`] : []
  const rest = place.length > 0 ? others : value
  return [...place, ...Object.entries(rest).map(([name, one]) => `${name}: ${text(one)}`)].join(", ")
}

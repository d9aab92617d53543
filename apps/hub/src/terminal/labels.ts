/** Names of fields in words. */

const ABBREVIATIONS: ReadonlySet<string> = new Set([
  "abn",
  "acn",
  "api",
  "html",
  "http",
  "id",
  "ip",
  "json",
  "nzbn",
  "sha",
  "uri",
  "url"
])

/** `jobTitle` and `job_title` as `Job title`; a name with hyphens, such as a header's, stays as it is. */
export const labelOf = (key: string): string => {
  if (key.includes("-")) return key
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim()
    .split(/\s+/)
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word))
    .join(" ")
  return words === "" ? key : words.charAt(0).toUpperCase() + words.slice(1)
}

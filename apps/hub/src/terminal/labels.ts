/** Converts field names to words. */

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

/** Converts `jobTitle` and `job_title` to `Job title`. A name with hyphens, such as a header's, is unchanged. */
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

// Path patterns of the edge table: `*` within a segment, `**` across segments, `{a,b}` one of these, `<name>` a segment
// that gets a name in a row, so that the row can allow "the same one".

export type Captures = Readonly<Record<string, string>>

const token = /\*\*|\*|\{[^}]*\}|<\w+>|[^*{<]+/g

const escapeText = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const sourceOf = (part: string, captures: Captures): string => {
  if (part === "**") return ".*"
  if (part === "*") return "[^/]*"
  if (part.startsWith("{")) return `(?:${part.slice(1, -1).split(",").map(escapeText).join("|")})`
  if (!part.startsWith("<")) return escapeText(part)
  const name = part.slice(1, -1)
  const capture = captures[name]
  return capture === undefined ? `(?<${name}>[^/]+)` : escapeText(capture)
}

const compiledPatterns = new Map<string, RegExp>()

const compile = (pattern: string, captures: Captures): RegExp => {
  const key = `${pattern} ${Object.values(captures).join(" ")}`
  const before = compiledPatterns.get(key)
  if (before !== undefined) return before
  const parts = pattern.match(token) ?? []
  const expression = new RegExp(`^${parts.map((part) => sourceOf(part, captures)).join("")}$`)
  compiledPatterns.set(key, expression)
  return expression
}

/** Returns what the pattern's names stand for in the text, or undefined if it does not match. */
export const match = (pattern: string, text: string, captures: Captures = {}): Captures | undefined => {
  const result = compile(pattern, captures).exec(text)
  return result === null ? undefined : { ...captures, ...result.groups }
}

/** The captures of the first pattern that matches. */
export const matchAny = (
  patterns: ReadonlyArray<string>,
  text: string,
  captures: Captures = {}
): Captures | undefined => {
  for (const pattern of patterns) {
    const nextCaptures = match(pattern, text, captures)
    if (nextCaptures !== undefined) return nextCaptures
  }
  return undefined
}

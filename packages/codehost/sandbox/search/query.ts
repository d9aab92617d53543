// The search language of issues and repositories, read into clauses: words, quoted words, `name:value`
// qualifiers, each perhaps negated. Boolean OR and parentheses of the advanced search are not read.

/** `values` holds what commas separate (any of them matches). A word's name is "". */
export interface Clause {
  readonly name: string
  readonly values: ReadonlyArray<string>
  readonly negated: boolean
}

export interface Query {
  /** Words and phrases, lower case, in the order given. */
  readonly words: ReadonlyArray<{ readonly text: string; readonly negated: boolean }>
  readonly clauses: ReadonlyArray<Clause>
}

/** Why a query cannot be searched for, in the service's own words. */
export interface Unreadable {
  readonly code: "missing" | "invalid"
  readonly message?: string
}

const maxWordsLength = 256
const maxOperators = 5

// A qualifier with a plain or quoted value (or several between commas), a quoted phrase, or a word.
const token = /(-?)(?:([a-z][a-z-]*):((?:"[^"]*"|[^\s",]+)(?:,(?:"[^"]*"|[^\s",]+))*)|"([^"]*)"|(\S+))/giu
const quotedOrPlain = /"([^"]*)"|[^",]+/gu

/** Reads `q`. Names that are no qualifier of the search at hand are searched for as text, as the service does. */
export const parseQuery = (q: string, qualifiers: ReadonlySet<string>): Query | Unreadable => {
  if (q.trim() === "") return { code: "missing" }
  const words: Array<{ text: string; negated: boolean }> = []
  const clauses: Array<Clause> = []
  let operators = 0
  let negateNext = false
  for (const [whole, minus, name, value, phrase, word] of q.matchAll(token)) {
    if (whole === "AND" || whole === "OR" || whole === "NOT") {
      operators++
      negateNext = whole === "NOT"
      continue
    }
    const negated = minus === "-" || negateNext
    negateNext = false
    const qualifier = name?.toLowerCase()
    if (qualifier !== undefined && value !== undefined && qualifiers.has(qualifier)) {
      const values = [...value.matchAll(quotedOrPlain)].map(([plain, quoted]) => quoted ?? plain)
      clauses.push({ name: qualifier, values, negated })
    } else {
      const text = phrase ?? word ?? `${name}:${value}`
      if (text.trim() !== "") words.push({ text: text.toLowerCase(), negated })
    }
  }
  if (operators > maxOperators) {
    return { code: "invalid", message: "More than five AND / OR / NOT operators were used." }
  }
  if (words.length === 0 && clauses.length === 0) {
    const message = "The search contains only logical operators (AND / OR / NOT) without any search terms."
    return { code: "invalid", message }
  }
  if (words.reduce((sum, { text }) => sum + text.length, 0) > maxWordsLength) {
    return { code: "invalid", message: "The search is longer than 256 characters." }
  }
  return { words, clauses }
}

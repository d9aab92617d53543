// Parses the search language of issues and repositories into words, quoted phrases and `name:value` qualifiers, each
// possibly negated. The expression describes how AND, OR, NOT and brackets combine them; only the issue search uses it.

/** `values` are the comma-separated values, any of which matches. The name of a word is "". */
export interface Clause {
  readonly name: string
  readonly values: ReadonlyArray<string>
  readonly negated: boolean
}

export interface Query {
  /** Words and phrases in lower case, in their original order. */
  readonly words: ReadonlyArray<Word>
  readonly clauses: ReadonlyArray<Clause>
  readonly expression: Expression
}

/** A search word in lower case. */
export interface Word {
  readonly text: string
  readonly negated: boolean
}

export type Leaf = Word | Clause

/** Matches if all parts of any alternative match. */
export interface Expression {
  readonly negated: boolean
  readonly alternatives: ReadonlyArray<ReadonlyArray<Leaf | Expression>>
}

/** The reason why a query is invalid, with the service's message. */
export interface Unreadable {
  readonly code: "missing" | "invalid"
  readonly message?: string
}

const maxWordsLength = 256
const maxOperators = 5

// A bracket, a qualifier with a plain or quoted value (or several, separated by commas), a quoted phrase, or a word.
const token =
  /(-?)(?:([()])|([a-z][a-z-]*):((?:"[^"]*"|[^\s",()]+)(?:,(?:"[^"]*"|[^\s",()]+))*)|"([^"]*)"|([^\s()]+))/giu
const quotedOrPlain = /"([^"]*)"|[^",]+/gu

interface OpenGroup {
  readonly negated: boolean
  readonly alternatives: Array<Array<Leaf | Expression>>
}

const openBracket = (negated: boolean): OpenGroup => ({ negated, alternatives: [[]] })

/** Parses `q`. Unknown qualifiers are searched for as text, as the service does. */
export const parseQuery = (q: string, qualifiers: ReadonlySet<string>): Query | Unreadable => {
  if (q.trim() === "") return { code: "missing" }
  const words: Array<Word> = []
  const clauses: Array<Clause> = []
  const expression = openBracket(false)
  const around: Array<OpenGroup> = []
  let at = expression
  let operators = 0
  let negateNext = false
  for (const [whole, minus, bracket, name, value, phrase, word] of q.matchAll(token)) {
    if (whole === "AND" || whole === "OR" || whole === "NOT") {
      operators++
      negateNext = whole === "NOT"
      if (whole === "OR") at.alternatives.push([])
      continue
    }
    if (bracket === ")") {
      const outer = around.pop()
      if (outer === undefined) return { code: "invalid" }
      at = outer
      continue
    }
    const negated = minus === "-" || negateNext
    negateNext = false
    const add = (part: Leaf | Expression) => at.alternatives.at(-1)?.push(part)
    const qualifier = name?.toLowerCase()
    if (bracket === "(") {
      const inner = openBracket(negated)
      add(inner)
      around.push(at)
      at = inner
    } else if (qualifier !== undefined && value !== undefined && qualifiers.has(qualifier)) {
      const values = [...value.matchAll(quotedOrPlain)].map(([plain, quoted]) => quoted ?? plain)
      const clause = { name: qualifier, values, negated }
      clauses.push(clause)
      add(clause)
    } else {
      const text = (phrase ?? word ?? `${name}:${value}`).toLowerCase()
      if (text.trim() === "") continue
      words.push({ text, negated })
      add({ text, negated })
    }
  }
  if (around.length > 0) return { code: "invalid" }
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
  return { words, clauses, expression }
}

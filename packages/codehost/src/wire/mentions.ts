/**
 * Detects whether a text mentions an account, by the service's rules for `@login`: a whole word, in any case, but not
 * inside an e-mail address.
 */

const escaped = (text: string): string => text.replace(/[^\w-]/g, "\\$&")

const patterns = new Map<string, RegExp>()

/**
 * A login continues with letters, digits and hyphens; `@acme/core` mentions a team. An app, whose login is `name[bot]`,
 * is mentioned as `@name`.
 */
const patternOf = (login: string): RegExp => {
  const cachedPattern = patterns.get(login)
  if (cachedPattern !== undefined) return cachedPattern
  const name = escaped(login.replace(/\[bot\]$/, ""))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_@/.+-])@${name}(?![\\p{L}\\p{N}_/]|-+[\\p{L}\\p{N}_])`, "iu")
  patterns.clear()
  patterns.set(login, pattern)
  return pattern
}

/**
 * What the service ignores mentions in: fenced code blocks, text between backticks, and comments, in which templates
 * name whom to ask. A comment that begins a line needs no end. Within a line, `<!--` without an end is text.
 */
const UNREAD =
  /^ {0,3}((`|~)\2{2,})(?!\2)[^\n]*\n[^]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![^]))|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\3(?!`)|^ {0,3}<!(?=--)[^]*?(?:-->|(?![^]))|<!--(?:(?!<!--)[^])*?-->/gm

/**
 * Whether a text mentions the login.
 * @param login in any case; if it is empty, the result is false
 */
export const mentions = (text: string | null | undefined, login: string): boolean =>
  login !== "" && typeof text === "string" && text.includes("@") && patternOf(login).test(text.replace(UNREAD, " "))

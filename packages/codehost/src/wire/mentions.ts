/** Whether a text mentions an account, as the service reads `@login`: a whole word, in any case, outside e-mail addresses. */

const escaped = (text: string): string => text.replace(/[^\w-]/g, "\\$&")

const patterns = new Map<string, RegExp>()

/** A login goes on by letters, digits and hyphens; `@acme/core` is a team's. */
const patternOf = (login: string): RegExp => {
  const cachedPattern = patterns.get(login)
  if (cachedPattern !== undefined) return cachedPattern
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_@/.+-])@${escaped(login)}(?![\\p{L}\\p{N}_/]|-+[\\p{L}\\p{N}_])`, "iu")
  patterns.clear()
  patterns.set(login, pattern)
  return pattern
}

/** Code, which the service reads no mentions in: fenced by lines, or between backticks. */
const CODE =
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)/gm

/** @param login in any case; nobody is mentioned where it is empty */
export const mentions = (text: string | null | undefined, login: string): boolean =>
  login !== "" && typeof text === "string" && text.includes("@") && patternOf(login).test(text.replace(CODE, " "))

// Parses and evaluates arithmetic expressions of metrics, such as `eventCount/totalUsers`, with + - * / and brackets.

import { invalid } from "../frame/errors.ts"

export type Expression =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "operator"; readonly operator: string; readonly left: Expression; readonly right: Expression }

const token = /\s*([\w:]+(?:\.\d+)?|[-+*/()])/y

const tokensOf = (text: string): ReadonlyArray<string> => {
  const tokens: Array<string> = []
  token.lastIndex = 0
  while (token.lastIndex < text.trimEnd().length) {
    const match = token.exec(text)
    if (match?.[1] === undefined) throw invalid(`The metric expression '${text}' is invalid.`)
    tokens.push(match[1])
  }
  return tokens
}

/** Refuses invalid expressions. */
export const parseExpression = (text: string): Expression => {
  const tokens = tokensOf(text)
  let at = 0
  const fail = (): never => {
    throw invalid(`The metric expression '${text}' is invalid.`)
  }
  const leaf = (): Expression => {
    const leafToken = tokens[at++] ?? fail()
    if (leafToken === "(") {
      const inner = chain(0)
      return tokens[at++] === ")" ? inner : fail()
    }
    if (/^\d/.test(leafToken)) return { kind: "number", value: Number(leafToken) }
    return /^[a-z]/i.test(leafToken) ? { kind: "name", name: leafToken } : fail()
  }
  const levels = [
    ["+", "-"],
    ["*", "/"]
  ]
  const chain = (level: number): Expression => {
    const next = (): Expression => (level + 1 < levels.length ? chain(level + 1) : leaf())
    let left = next()
    while (levels[level]?.includes(tokens[at] ?? "") === true) {
      const operator = tokens[at++] ?? ""
      left = { kind: "operator", operator, left, right: next() }
    }
    return left
  }
  const parsed = chain(0)
  return at === tokens.length ? parsed : fail()
}

export const namesIn = (expression: Expression): ReadonlyArray<string> => {
  if (expression.kind === "name") return [expression.name]
  return expression.kind === "number" ? [] : [...namesIn(expression.left), ...namesIn(expression.right)]
}

/** A division by zero gives 0. */
export const evaluate = (expression: Expression, valueOf: (name: string) => number): number => {
  if (expression.kind === "name") return valueOf(expression.name)
  if (expression.kind === "number") return expression.value
  const [left, right] = [evaluate(expression.left, valueOf), evaluate(expression.right, valueOf)]
  if (expression.operator === "+") return left + right
  if (expression.operator === "-") return left - right
  if (expression.operator === "*") return left * right
  return right === 0 ? 0 : left / right
}

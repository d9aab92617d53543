/** Writes a filter as `parse` reads it. */
import type { Expression } from "./Expression.ts"

const text = (value: string): string => `"${value.replace(/["\\]/g, "\\$&")}"`

/** Numbers are written out: the short form knows no exponents. */
const number = (value: number): string => {
  const short = String(value)
  if (!/e/i.test(short)) return short
  return Math.abs(value) < 1 ? value.toFixed(100).replace(/0+$/, "") : BigInt(value).toString()
}

const bracketed = (of: Expression): string => (of._tag === "And" || of._tag === "Or" ? `(${print(of)})` : print(of))

/** `parse(print(x))` gives `x`. */
export const print = (expression: Expression): string => {
  switch (expression._tag) {
    case "And":
    case "Or":
      return expression.of.map(bracketed).join(expression._tag === "And" ? " and " : " or ")
    case "Not":
      return `not ${bracketed(expression.of)}`
    case "Text":
      return `${expression.field} ${expression.operator} ${text(expression.value)}`
    case "Number":
      return `${expression.field} ${expression.operator} ${number(expression.value)}`
    case "In":
      return `${expression.field} in (${expression.values.map(text).join(", ")})`
    case "Between":
      return `${expression.field} between ${number(expression.from)} and ${number(expression.to)}`
    case "Empty":
      return `${expression.field} is empty`
  }
}

/** Prints a filter in the syntax that `parse` accepts. */
import type { Expression } from "./Expression.ts"
import { isPlainName } from "./tokens.ts"

const text = (value: string): string => `"${value.replace(/["\\]/g, "\\$&")}"`

const name = (field: string): string => (isPlainName(field) ? field : text(field))

const bracketed = (of: Expression): string => (of._tag === "And" || of._tag === "Or" ? `(${print(of)})` : print(of))

/** The inverse of `parse`: `parse(print(x))` returns `x`. */
export const print = (expression: Expression): string => {
  switch (expression._tag) {
    case "And":
    case "Or":
      return expression.of.map(bracketed).join(expression._tag === "And" ? " and " : " or ")
    case "Not":
      return `not ${bracketed(expression.of)}`
    case "Text":
      return `${name(expression.field)} ${expression.operator} ${text(expression.value)}`
    case "Number":
      return `${name(expression.field)} ${expression.operator} ${expression.value}`
    case "In":
      return `${name(expression.field)} in (${expression.values.map(text).join(", ")})`
    case "Between":
      return `${name(expression.field)} between ${expression.from} and ${expression.to}`
    case "Empty":
      return `${name(expression.field)} is empty`
  }
}

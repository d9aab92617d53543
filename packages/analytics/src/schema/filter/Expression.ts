/** The syntax tree of a filter such as `country == "Australia" and not pagePath ~ "^/blog"`. */

/**
 * Text comparisons. `~` searches for a regular expression anywhere in the text; `matches` requires the whole text to
 * match.
 */
export type TextOperator = "==" | "~" | "contains" | "startsWith" | "endsWith" | "matches"

/** Number comparisons. */
export type NumberOperator = "==" | ">" | ">=" | "<" | "<="

/** One condition on a dimension or metric. */
export type Condition =
  | { readonly _tag: "Text"; readonly field: string; readonly operator: TextOperator; readonly value: string }
  | { readonly _tag: "Number"; readonly field: string; readonly operator: NumberOperator; readonly value: number }
  | { readonly _tag: "In"; readonly field: string; readonly values: ReadonlyArray<string> }
  | { readonly _tag: "Between"; readonly field: string; readonly from: number; readonly to: number }
  | { readonly _tag: "Empty"; readonly field: string }

/** A condition, or a combination of conditions. */
export type Expression =
  | Condition
  | { readonly _tag: "Not"; readonly of: Expression }
  | { readonly _tag: "And"; readonly of: ReadonlyArray<Expression> }
  | { readonly _tag: "Or"; readonly of: ReadonlyArray<Expression> }

/** All conditions in an expression. */
export const conditionsOf = (expression: Expression): ReadonlyArray<Condition> => {
  switch (expression._tag) {
    case "And":
    case "Or":
      return expression.of.flatMap(conditionsOf)
    case "Not":
      return conditionsOf(expression.of)
    default:
      return [expression]
  }
}

/** The names of all fields in an expression, without duplicates. */
export const fieldsOf = (expression: Expression): ReadonlyArray<string> => [
  ...new Set(conditionsOf(expression).map(({ field }) => field))
]

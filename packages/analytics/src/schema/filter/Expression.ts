/** A filter as people and models write it, taken apart: `country == "Australia" and not pagePath ~ "^/blog"`. */

/** How a text is compared; `~` looks for a regular expression anywhere in it, `matches` for one of the whole text. */
export type TextOperator = "==" | "~" | "contains" | "startsWith" | "endsWith" | "matches"

/** How a number is compared. */
export type NumberOperator = "==" | ">" | ">=" | "<" | "<="

/** One condition on a dimension or metric. */
export type Condition =
  | { readonly _tag: "Text"; readonly field: string; readonly operator: TextOperator; readonly value: string }
  | { readonly _tag: "Number"; readonly field: string; readonly operator: NumberOperator; readonly value: number }
  | { readonly _tag: "In"; readonly field: string; readonly values: ReadonlyArray<string> }
  | { readonly _tag: "Between"; readonly field: string; readonly from: number; readonly to: number }
  | { readonly _tag: "Empty"; readonly field: string }

/** A condition, or several of them joined. */
export type Expression =
  | Condition
  | { readonly _tag: "Not"; readonly of: Expression }
  | { readonly _tag: "And"; readonly of: ReadonlyArray<Expression> }
  | { readonly _tag: "Or"; readonly of: ReadonlyArray<Expression> }

/** Every condition in an expression. */
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

/** Every name that an expression asks for, once. */
export const fieldsOf = (expression: Expression): ReadonlyArray<string> => [
  ...new Set(conditionsOf(expression).map(({ field }) => field))
]

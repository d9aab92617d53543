// The cost of a request in quota tokens. The service does not document the calculation, only that more columns, days,
// filters and events cost more and that most requests cost fewer than ten.

interface Shape {
  readonly columns: number
  readonly days: number
  readonly filters: number
  readonly rows: number
}

export const costOf = ({ columns, days, filters, rows }: Shape): number =>
  Math.max(1, Math.round(columns * 0.25 + days / 45 + filters * 0.5 + rows / 5000))

/** The number of filters in an expression, at any depth. */
export const filtersIn = (expression: unknown): number =>
  (JSON.stringify(expression ?? null).match(/"fieldName"/g) ?? []).length

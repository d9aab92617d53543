// What a request costs, in tokens. The service does not say how it counts: more columns, more days, more filters and more
// events read cost more, and most requests cost fewer than ten.

interface Shape {
  readonly columns: number
  readonly days: number
  readonly filters: number
  readonly rows: number
}

export const costOf = ({ columns, days, filters, rows }: Shape): number =>
  Math.max(1, Math.round(columns * 0.25 + days / 45 + filters * 0.5 + rows / 5000))

/** How many filters an expression holds, however deep. */
export const filtersIn = (expression: unknown): number =>
  (JSON.stringify(expression ?? null).match(/"fieldName"/g) ?? []).length

/** A report as a card. */
import type { Card } from "../../../Card.ts"
import type { Report } from "./schema.ts"

/** @param fetchedAt ISO 8601 */
export const card = (report: (typeof Report)["Type"], fetchedAt: string): Card => {
  const total = report.rows.reduce((sum, { value }) => sum + value, 0)
  return {
    title: report.metric === "users" ? "Users" : "Sessions",
    subtitle: `the last ${report.rows.length} days`,
    notices: [],
    sections: [{ title: "", rows: [{ label: "Total", value: String(total), kind: "number", source: "rows" }] }],
    chart: {
      kind: "line",
      x: report.rows.map(({ day }) => day),
      series: [{ label: report.metric, values: report.rows.map(({ value }) => value) }],
      unit: report.metric,
      text: `${total} ${report.metric} in ${report.rows.length} days.`
    },
    fetchedAt,
    fromCache: false
  }
}

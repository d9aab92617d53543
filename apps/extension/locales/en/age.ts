/** Ages, within a sentence. */
import { ago } from "./plural.ts"

export { moment } from "./plural.ts"

const DAYS_OF_MONTH = 30.44

export const age = {
  justNow: "just now",
  ago,
  /** When a record's provider last checked it. */
  checked: (days: number): string =>
    days === 0
      ? "checked today"
      : `checked ${days < 61 ? ago(days, "day") : ago(Math.floor(days / DAYS_OF_MONTH), "month")}`
}

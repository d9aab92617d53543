import type * as en from "../en/age.ts"
import { ago } from "./plural.ts"

export { moment } from "./plural.ts"

const DAYS_OF_MONTH = 30.44

export const age: typeof en.age = {
  justNow: "gerade eben",
  ago,
  checked: (days) =>
    days === 0
      ? "heute geprüft"
      : `${days < 61 ? ago(days, "day") : ago(Math.floor(days / DAYS_OF_MONTH), "month")} geprüft`
}

import type * as en from "../en/age.ts"
import { ago } from "./plural.ts"

export { moment } from "./plural.ts"

export const age: typeof en.age = {
  justNow: "gerade eben",
  ago,
  checked: (when) => `${when} geprüft`,
  checkedToday: "heute geprüft"
}

import type * as en from "../en/age.ts"
import { ago } from "./plural.ts"

export { moment } from "./plural.ts"

export const age: typeof en.age = {
  justNow: "الآن",
  ago,
  checked: (when) => `تم التحقق منه ${when}`,
  checkedToday: "تم التحقق منه اليوم"
}

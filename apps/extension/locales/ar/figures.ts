import { clocksIn, daysIn, percentsIn, weekdaysIn } from "../figures.ts"

export const percent = /* @__PURE__ */ percentsIn("ar")
export const day = /* @__PURE__ */ daysIn("ar")
export const weekday = /* @__PURE__ */ weekdaysIn("ar")
export const clock = /* @__PURE__ */ clocksIn("ar")

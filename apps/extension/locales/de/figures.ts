import { clocksIn, daysIn, percentsIn, weekdaysIn } from "../figures.ts"

export const percent = /* @__PURE__ */ percentsIn("de")
export const day = /* @__PURE__ */ daysIn("de")
export const weekday = /* @__PURE__ */ weekdaysIn("de")
export const clock = /* @__PURE__ */ clocksIn("de")

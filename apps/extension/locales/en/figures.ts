import { clocksIn, daysIn, percentsIn, weekdaysIn } from "../figures.ts"

export const percent = /* @__PURE__ */ percentsIn("en")
export const day = /* @__PURE__ */ daysIn("en")
export const weekday = /* @__PURE__ */ weekdaysIn("en")
export const clock = /* @__PURE__ */ clocksIn("en")

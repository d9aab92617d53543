// Dimensions of time, in the property's time zone.

import { compactDay, dayOfMonth, monthOf, textOfDay, weekdayOf, weekOf, yearOf } from "../events/calendar.ts"
import { dimension, ofDay, ofMinute } from "./dimensions.ts"

const two = (number: number): string => String(number).padStart(2, "0")
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

const time = (...rest: [string, string, string, Parameters<typeof dimension>[4]]) => dimension("Time", ...rest)

export const timeDimensions = [
  time(
    "date",
    "Date",
    "The date of the event, as YYYYMMDD.",
    ofDay((day) => day, compactDay)
  ),
  time(
    "dateHour",
    "Date + hour (YYYYMMDDHH)",
    "Date and hour together.",
    ofMinute(
      (day, minute) => day * 24 + Math.floor(minute / 60),
      (code) => compactDay(Math.floor(code / 24)) + two(code % 24)
    )
  ),
  time(
    "dateHourMinute",
    "Date hour and minute",
    "Date, hour and minute together, as YYYYMMDDHHMM.",
    ofMinute(
      (day, minute) => day * 1440 + minute,
      (code) => compactDay(Math.floor(code / 1440)) + two(Math.floor((code % 1440) / 60)) + two(code % 60)
    )
  ),
  time("year", "Year", "The four-digit year.", ofDay(yearOf, String)),
  time("month", "Month", "The month of the event, 01 to 12.", ofDay(monthOf, two)),
  time(
    "yearMonth",
    "Year month",
    "Year and month together, as YYYYMM.",
    ofDay(
      (day) => yearOf(day) * 100 + monthOf(day),
      (code) => String(code)
    )
  ),
  time("week", "Week", "The week of the event, 01 to 53; weeks begin on Sunday.", ofDay(weekOf, two)),
  time("day", "Day", "The day of the month, 01 to 31.", ofDay(dayOfMonth, two)),
  time("dayOfWeek", "Day of week", "The day of the week, 0 for Sunday to 6.", ofDay(weekdayOf, String)),
  time(
    "dayOfWeekName",
    "Day of week name",
    "The day of the week in English.",
    ofDay(weekdayOf, (code) => weekdays[code] ?? "")
  ),
  time(
    "hour",
    "Hour",
    "The hour of the event, 00 to 23.",
    ofMinute((_day, minute) => Math.floor(minute / 60), two)
  ),
  time(
    "minute",
    "Minute",
    "The minute of the hour, 00 to 59.",
    ofMinute((_day, minute) => minute % 60, two)
  ),
  time(
    "isoYearIsoWeek",
    "ISO week of ISO year",
    "ISO year and ISO week together, as YYYYWW.",
    ofDay(
      (day) => day - ((weekdayOf(day) + 6) % 7),
      (monday) => {
        const thursday = monday + 3
        const year = Number(textOfDay(thursday).slice(0, 4))
        const first = Date.UTC(year, 0, 1) / 86_400_000
        return `${year}${two(Math.floor((thursday - first) / 7) + 1)}`
      }
    )
  )
]

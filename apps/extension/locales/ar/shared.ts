import type * as en from "../en/shared.ts"
import { number, plural } from "./plural.ts"

export const credits: typeof en.credits = (count) =>
  plural(count, {
    zero: "0 رصيد",
    one: "رصيد واحد",
    two: "رصيدان",
    few: `${number(count)} أرصدة`,
    many: `${number(count)} رصيدًا`,
    other: `${number(count)} رصيد`
  })

const span = { day: "اليوم", run: "في هذه الجلسة", hubRun: "منذ بدء المحور", principal: "اليوم لهذا المتصفح" } as const

export const money: typeof en.money = {
  charged: (count) => (count === "unknown" ? "التكلفة غير معروفة" : credits(count)),
  costs: (upTo) => (upTo === null ? "السعر غير معروف" : `التكلفة القصوى: ${credits(upTo)}`),
  short: (upTo) => (upTo === null ? "السعر غير معروف" : credits(upTo)),
  left: ({ kind, limit, left }) => `المتبقي ${span[kind]}: ${number(Math.max(0, left))} من ${number(limit)}`,
  leftShort: ({ kind, left }) => `المتبقي ${span[kind]}: ${number(Math.max(0, left))}`,
  spent: (count) => `أُنفق اليوم: ${number(count)}`
}

export const kind: typeof en.kind = { person: "شخص", company: "شركة", site: "موقع الشركة" }

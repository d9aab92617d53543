import type * as en from "../en/card.ts"
import { date, ltr, moment, number } from "./plural.ts"
import { recordText } from "./record.ts"
import { money } from "./shared.ts"

export const card: typeof en.card = {
  details: "التفاصيل",
  close: "إغلاق",
  move: "النقل إلى الجانب الآخر",
  copy: (label) => `نسخ ${label}`,
  copied: (label) => `نُسخ: ${label}`,
  notCopied: (label) => `نسخ ${label}: غير مسموح هنا`,
  provenance: (charged, when, checkedOn) =>
    `${ltr("Inlay")} · ${charged} · ${when}${checkedOn === undefined ? "" : ` · تاريخ التحقق ${date(checkedOn)}`}`,
  region: "من حساب بيانات المبيعات الخاص بك"
}

export const cardWords: typeof en.cardWords = { card, money, moment, number, recordText }

import type * as en from "../en/popup.ts"
import { ltr } from "./plural.ts"

export * from "./shared.ts"

export const popup: typeof en.popup = {
  settings: "الإعدادات",
  panel: "فتح بجانب الصفحة",
  loading: "جارٍ النظر في هذه الصفحة",

  enrich: "إثراء",
  savedBy: (account) => `الإجابة محفوظة هنا لدى الحساب ${ltr(account)}. سيشتريها المحور ثانية.`,
  hubApart: "مشتريات المحور تُشترى هنا ثانية.",
  nothingSent: "لا يُرسل شيء إلى المزوّد قبل أن تنقر.",
  raiseCap: "رفع الحد",

  asking: "جارٍ سؤال المزوّد…",
  opening: "جارٍ فتح المحفوظ…",
  seconds: (seconds) => `${seconds} ث`,
  underWay: "يجري استعلام عن هذه الصفحة. لا يُسأل عن شيء مرتين."
}

export const paidBy: typeof en.paidBy = { account: "يدفع الحساب", atHub: (name) => `${ltr(name)} (المحور)` }

import type * as en from "../en/site.ts"
import { day, percent, weekday } from "./figures.ts"
import { list, ltr, number, plural } from "./plural.ts"

const users = (count: number): string =>
  plural(count, {
    zero: "0 مستخدم",
    one: "مستخدم واحد",
    two: "مستخدمان",
    few: `${number(count)} مستخدمين`,
    many: `${number(count)} مستخدمًا`,
    other: `${number(count)} مستخدم`
  })

export const site: typeof en.site = {
  looking: "جارٍ البحث عن صاحب هذا الموقع",
  reading: "جارٍ قراءة أرقام الزيارات",
  property: (name) => `الموقع المسجَّل ${ltr(name)}`,
  zone: (city) => `بتوقيت ${ltr(city)}`,
  scope: "أرقام",
  scopes: { page: "هذه الصفحة", site: "الموقع كله" },
  period: "28 يومًا حتى أمس",
  count: number,
  day,
  // Follows the number, which is shown separately in large type.
  users: (count) => plural(count, { few: "مستخدمين", many: "مستخدمًا", other: "مستخدم" }),
  change: (change) => {
    if (change === null) return "جديد"
    return Math.round(change * 100) === 0 ? "دون تغيير" : `${change > 0 ? "▲" : "▼"} ${percent(Math.abs(change))}`
  },
  changeWords: (change, days) => {
    if (change === null) return `صفر في الأيام الـ${days} السابقة`
    if (Math.round(change * 100) === 0) return `مثل الأيام الـ${days} السابقة`
    return `${change > 0 ? "أكثر" : "أقل"} من الأيام الـ${days} السابقة بنسبة ${percent(Math.abs(change))}`
  },
  onBefore: "عن الأيام الـ28 السابقة",
  sessions: "الجلسات",
  keyEvents: "الأحداث الرئيسية",
  rightNow: "الآن",
  live: "نشطون في آخر 30 دقيقة",
  livePage: (count) => `${number(count)} في هذه الصفحة`,
  unknown: "–",
  sources: "من أين يأتون",
  noSources: "لا جلسات في هذه الأيام الـ28.",
  share: percent,
  chart: (least, most, from, to) =>
    `المستخدمون يوميًا من ${day(from)} إلى ${day(to)}: بين ${number(least)} و${number(most)}`,
  bar: (date, count, isFinal) => `${weekday(date)}: ${users(count)}${isFinal ? "" : "، غير نهائي"}`,
  table: "في جدول",
  columns: { day: "اليوم", users: "المستخدمون" },
  notFinal: "غير نهائي",

  unsettled: (days) =>
    plural(days, {
      one: "اليوم الأخير غير نهائي",
      two: "اليومان الأخيران غير نهائيين",
      few: `آخر ${number(days)} أيام غير نهائية`,
      many: `آخر ${number(days)} يومًا غير نهائية`,
      other: `آخر ${number(days)} يوم غير نهائية`
    }),
  sampled: (share) => `محسوبة من ${percent(share)} من الأحداث`,
  notSampled: "بلا أخذ عينات",
  thresholded: "الأعداد الصغيرة جدًا من المستخدمين محذوفة",
  otherRow: "القيم النادرة مجموعة معًا، ولا تجدها المرشّحات",
  truncated: "غير مكتملة",
  blocked: (metrics) => `لا يجوز للحساب رؤية ${ltr(list(metrics))}: أصفارها لا تعني شيئًا.`,
  tokens: (remaining) =>
    plural(remaining, {
      zero: "لم يبقَ اليوم شيء من الحصة",
      one: "بقيت اليوم وحدة واحدة من الحصة",
      two: "بقيت اليوم وحدتان من الحصة",
      few: `بقيت اليوم ${number(remaining)} وحدات من الحصة`,
      many: `بقيت اليوم ${number(remaining)} وحدة من الحصة`,
      other: `بقيت اليوم ${number(remaining)} وحدة من الحصة`
    }),

  copy: "نسخ",
  copied: "تم النسخ",
  copiedSaid: "نُسخت الأرقام نصًا",
  copyFailed: "لم يسمح المتصفح بالنسخ",
  report: "تقرير",

  choose: "عدة مواقع مسجَّلة تجمع أرقام هذا الموقع. أرقام أيّها تريد؟",
  chosen: "الموقع المسجَّل",
  gone: (name) => `لم يعد الموقع المسجَّل ${ltr(name)} موجودًا، أو لا يجوز للحساب رؤيته.`,
  startHub: `شغّله بالأمر «${ltr("inlay serve")}».`,
  quotaUsedUp: "استُنفدت حصة الموقع المسجَّل",
  resets: (when) => `تكتمل من جديد في ${when}.`,
  outdated: (when) => `قُرئت هذه الأرقام في ${when}.`,

  traffic: "الزيارات",
  yours: "موقعك المسجَّل",
  in28Days: (count) => `${users(count)} في 28 يومًا`,
  onSiteNow: (count) => `${number(count)} في الموقع الآن`,
  open: "عرض كل الأرقام",
  close: "عرض أرقام أقل"
}

export const channels: typeof en.channels = {
  "Organic Search": "بحث غير مدفوع",
  "Paid Search": "بحث مدفوع",
  "Organic Social": "شبكات اجتماعية",
  "Paid Social": "إعلانات في شبكات اجتماعية",
  "Organic Video": "منصات الفيديو",
  "Paid Video": "إعلانات في منصات الفيديو",
  "Organic Shopping": "مواقع التسوق",
  "Paid Shopping": "إعلانات في مواقع التسوق",
  "Paid Other": "إعلانات أخرى",
  "Cross-network": "إعلانات عبر شبكات متعددة",
  "Mobile Push Notifications": "إشعارات الهاتف",
  Direct: "زيارة مباشرة",
  Referral: "إحالة من موقع آخر",
  Display: "إعلانات مصورة",
  Email: "البريد الإلكتروني",
  Affiliates: "شركاء التسويق",
  Audio: "إعلانات صوتية",
  SMS: "رسائل قصيرة",
  Unassigned: "غير مصنَّف"
}

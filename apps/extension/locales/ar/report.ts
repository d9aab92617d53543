import type * as en from "../en/report.ts"
import { ltr, number, plural } from "./plural.ts"

const rows = (count: number): string =>
  plural(count, {
    zero: "لا صفوف",
    one: "صف واحد",
    two: "صفّان",
    few: `${number(count)} صفوف`,
    many: `${number(count)} صفًا`,
    other: `${number(count)} صف`
  })

export const report: typeof en.report = {
  title: "تقرير",
  noPlace: "لا يسمّي هذا العنوان تقريرًا. افتح صفحة من موقعك واختر «تقرير» في النافذة المنبثقة.",
  page: (path) => `الصفحة ${ltr(path)}`,
  reading: "جارٍ قراءة التقرير…",
  range: "الفترة",
  ranges: {
    "7daysAgo..yesterday": "7 أيام حتى أمس",
    "28daysAgo..yesterday": "28 يومًا حتى أمس",
    "90daysAgo..yesterday": "90 يومًا حتى أمس",
    "365daysAgo..yesterday": "سنة حتى أمس"
  },
  scope: "أرقام",
  by: "بحسب",
  dimensions: {
    date: "اليوم",
    pagePath: "الصفحة",
    landingPage: "صفحة الدخول",
    sessionDefaultChannelGroup: "القناة",
    sessionSource: "المصدر",
    country: "البلد",
    deviceCategory: "الجهاز"
  },
  metrics: {
    activeUsers: "المستخدمون",
    sessions: "الجلسات",
    screenPageViews: "المشاهدات",
    keyEvents: "الأحداث الرئيسية"
  },
  usersPerDay: "المستخدمون يوميًا",
  before: "الفترة السابقة",
  now: "هذه الفترة",
  chart: (from, to) => `المستخدمون يوميًا من ${from} إلى ${to}، بجانب الفترة السابقة. أرقامها في الجدول بحسب اليوم.`,
  rows: (visible, all) => (visible < all ? `${number(visible)} من أصل ${rows(all)}` : rows(all)),
  none: "لا صفوف في هذه الفترة.",
  file: "حفظ بصيغة CSV"
}

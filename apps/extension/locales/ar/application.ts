import type * as en from "../en/application.ts"
import type { Words } from "../words.ts"
import { ltr } from "./plural.ts"

export const inApplication: Words<typeof en.inApplication> = {
  text: "هذا تطبيق ويب وليس الموقع الخاص بشركة ما. يجد الاستعلام الشركة التي تشغّله.",
  lookUp: (name) => `الاستعلام عن ${ltr(name)}`,
  showSaved: (name) => `عرض المحفوظ عن ${ltr(name)}`
}

export const application: Words<typeof en.application> = {
  mail: "بريد إلكتروني",
  calendar: "تقويم",
  customers: "إدارة العملاء",
  documents: "مستندات ومشاريع",
  search: "بحث ومراجع",
  code: "منصة برمجية",
  chat: "محادثات واجتماعات",
  social: "شبكة اجتماعية",
  maps: "خرائط",
  bank: "خدمات مصرفية ومدفوعات",
  market: "سوق أو دليل",
  media: "إعلام وأخبار",
  assistant: "مساعد ذكاء اصطناعي",
  administration: "إدارة وتسجيل دخول",
  general: "تطبيق ويب"
}

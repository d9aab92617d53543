import type * as en from "../en/offer.ts"
import { ltr } from "./plural.ts"

export const inApplication: typeof en.inApplication = {
  text: "هذا تطبيق ويب وليس الموقع الخاص بشركة ما. يجد الاستعلام الشركة التي تشغّله.",
  lookUp: (name) => `الاستعلام عن ${ltr(name)}`,
  showSaved: (name) => `عرض المحفوظ عن ${ltr(name)}`
}

export const application: typeof en.application = {
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

export const connect: typeof en.connect = {
  title: "Inlay",
  text: "يعرض ما يعرفه حساب بيانات المبيعات الخاص بك عن الشخص أو الشركة في هذه الصفحة.",
  button: "ربط حساب"
}

export const miss: typeof en.miss = {
  title: "لا نتيجة لدى المزوّد",
  fresh: (charged) => `تكلفة هذه الإجابة: ${charged}.`,
  saved: (age) => `سُئل عنه ${age}؛ وكان النظر مرة أخرى مجانيًا: 0 رصيد.`,
  nextPerson: "جرّب الشركة بدلًا من ذلك: افتح صفحتها أو موقعها وانقر مرة أخرى.",
  nextCompany: "جرّب عنوانها الآخر: موقع الشركة الخاص أو صفحتها التعريفية.",
  keep: "مدة الاحتفاظ بالاستعلامات التي بلا نتيجة"
}

export const nothing: typeof en.nothing = {
  title: "لا شيء لعرضه هنا",
  elsewhere: "افتح الصفحة التعريفية لشخص أو شركة، أو موقع شركة، ثم انقر مرة أخرى.",
  profileSite: "هذه الصفحة من الشبكة ليست صفحة تعريفية. افتح صفحة شخص أو صفحة شركة.",

  local: "ليس لهذه الصفحة اسم عام، كالصفحات على جهازك أو شبكتك. لا يُرسل عنوانها إلى أحد.",
  inApplication: (what) => `${what}: الصفحات هنا تخص أناسًا كثيرين. افتح الصفحة التعريفية لشخص أو شركة، أو موقع شركة.`
}

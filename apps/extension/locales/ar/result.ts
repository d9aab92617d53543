import type * as en from "../en/result.ts"
import { list, ltr, number, plural } from "./plural.ts"
import { credits } from "./shared.ts"

export { number } from "./plural.ts"
export { factName, recordText } from "./record.ts"

const IDENTIFIERS: Readonly<Record<string, string>> = {
  profilenet_url: "الصفحة التعريفية",
  profilenet_slug: "الصفحة التعريفية",
  email: "البريد الإلكتروني",
  domain: "النطاق",
  website: "الموقع",
  abn: "رقم الأعمال"
}

export const result: typeof en.result = {
  found: (name) => `عُثر على ${ltr(name)}`,
  matchedOn: (fields) => {
    const names = [...new Set(fields.map((field) => IDENTIFIERS[field] ?? field))]
    return names.length === 0 ? "" : `عن طريق ${list(names)}`
  },
  copyAll: "نسخ",
  copyAs: { text: "كنص", row: "كصف في جدول", vcard: "كجهة اتصال (vCard)", json: "بصيغة JSON" },
  copiedAs: {
    text: "نُسخ كنص",
    row: "نُسخ كصف في جدول",
    vcard: "نُسخ كجهة اتصال، دون الأرقام التي يُمنع الاتصال بها",
    json: "نُسخ بصيغة JSON"
  },
  copy: (label) => `نسخ ${label}`,
  copied: (label) => (label === "" ? "نُسخ" : `نُسخ: ${label}`),
  copyFailed: "لم يسمح المتصفح بالنسخ",
  noPhone: "لا يوجد رقم يُسمح بالاتصال به",
  noContacts: "لا يحتوي السجل على عنوان بريد إلكتروني ولا رقم هاتف.",
  moreRows: (count) => `عرض المزيد (${number(count)})`,
  more: "المزيد",
  sources: "المصادر",
  note: "كتابة ملاحظة",
  showInPage: "العرض في الصفحة",
  refresh: "استعلام جديد",
  saveContact: "حفظ كملف جهة اتصال (.vcf)",
  similar: "أشخاص مشابهون",
  people: "أشخاص بحسب الدور",
  history: "المحفوظات",
  keys: "الاختصارات",
  keyList: [
    ["c", "نسخ…"],
    ["p", "نسخ الرقم الذي يُتصل به"],
    ["a", "نسخ الكل كنص"],
    ["?", "عرض هذه الاختصارات"]
  ],
  forget: "نسيان",
  forgetSure: "هل تنسى هذا السجل؟ سيُمحى من هذا المتصفح، والاستعلام عنه مرة أخرى يكلّف مرة أخرى.",
  forgetYes: "نعم، انسَه",
  forgotten: (count) => `تم النسيان. يبقى مسجّلًا في الإنفاق: ${credits(count)}.`,
  forgottenHere: `نُسي في هذا المتصفح. ما لدى المحور يُمحى هناك بالأمر «${ltr("inlay forget")}».`,
  cancel: "إلغاء",
  saved: (age) => `حُفظ ${age}`,
  sourceOf: (path) => `من ${ltr(path)}`,

  inPage: {
    off: "لا يُعرض في الصفحات",
    moved: "ليس في الصفحة: انتقلت إلى غيره",
    blocked: "لا تسمح هذه الصفحة ببطاقة",
    unseen: "غير ظاهر في الصفحة الآن",
    another: "ليس في الصفحة: السجل لشخص آخر"
  },
  change: "تغيير"
}

export const another: typeof en.another = {
  title: "أجاب المزوّد عن شخص آخر",
  text: (who, subject) =>
    `السجل عن ${ltr(who)}. لا يُعرض شيء منه على أنه ${ltr(subject)}. إذا تغيّر اسم صفحة تعريفية فقد يكونان واحدًا.`,
  cost: (charged, when) => `${charged} · ${when}`,
  show: "عرض ذلك السجل"
}

export const employer: typeof en.employer = {
  enrich: (cost) => `إثراء الشركة · ${cost}`,
  overCap: "يتجاوز الحد",
  noMatch: (charged) => `لا نتيجة · ${charged}`,
  another: (name, charged) => `الإجابة عن ${ltr(name)} · ${charged}`,
  trade: "النشاط والمكان",
  field: { name: "الاسم", domain: "النطاق", abn: "رقم الأعمال (ABN)" },
  differs: (field, ofPerson, ofCompany) =>
    `${field}: ${ltr(ofPerson)} بحسب سجل الشخص، و${ltr(ofCompany)} بحسب سجل الشركة.`
}

export const note: typeof en.note = {
  title: "ملاحظتك",
  edit: "تعديل",
  save: "حفظ",
  stays: "تبقى في هذا المتصفح",
  full: (most) => `الحد الأقصى للملاحظة ${number(most)} حرف`,
  changedElsewhere: (text) => `تغيّرت في نافذة أخرى إلى «${text}». الحفظ يستبدلها.`,
  deletedElsewhere: "حُذفت في نافذة أخرى. الحفظ يكتبها من جديد."
}

const persons = (count: number): string =>
  plural(count, {
    zero: "لا أحد",
    one: "شخص واحد",
    two: "شخصان",
    few: `${number(count)} أشخاص`,
    many: `${number(count)} شخصًا`,
    other: `${number(count)} شخص`
  })

export const people: typeof en.people = {
  field: { position: "المنصب", seniority: "المستوى الوظيفي", department: "القسم", company: "الشركة" },
  search: (cost) => `بحث · ${cost}`,
  nextPage: (cost) => `الصفحة التالية · ${cost}`,
  unnamed: "بلا اسم",
  noPrice: "لا سعر للبحث في هذا الحساب، لذلك يرفضه الحد: أدخل السعر في الإعدادات.",
  overCap: "قد يتجاوز البحث الحد.",
  earlier: "نتيجة بحث سابق، لم تُحتسب مرة أخرى",
  none: "لا أحد يطابق ذلك. اترك حقلًا فارغًا أو استخدم كلمات أخرى.",
  found: (count, total, charged) =>
    `${total === null || total <= count ? persons(count) : `${number(count)} من أصل ${number(total)}`} · ${charged}`
}

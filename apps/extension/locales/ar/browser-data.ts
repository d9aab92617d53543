import type * as en from "../en/browser-data.ts"
import type { Words } from "../words.ts"
import { list, ltr, number } from "./plural.ts"

export const browserData: Words<typeof en.browserData> = {
  title: "كل ما في هذا المتصفح",
  lead: "الحسابات والإجابات المحفوظة والملاحظات والإنفاق والإعدادات. في الملف كل ذلك ما عدا المفاتيح ورموز الوصول.",
  save: "حفظ كملف JSON",
  saved: "تم الحفظ. المفاتيح ورموز الوصول ليست في الملف.",
  savedInPart: (stores) => `حُفظ جزئيًا: ينقص ما تلف وتعذّرت قراءته (${ltr(list(stores))}).`,
  erase: "محو كل شيء",
  eraseSure:
    "هل تمحو كل ما يخص Inlay في هذا المتصفح؟ تزول المفاتيح والحسابات والإجابات المحفوظة والملاحظات والإنفاق نهائيًا: تُحسب الحدود من الصفر، والاستعلام عن سجل مرة أخرى يكلّف مرة أخرى. يحتفظ المحور بما لديه: ألغِ اقتران هذا المتصفح هناك.",
  eraseYes: "نعم، امحُ كل شيء",
  erased: "لم يبق شيء من Inlay في هذا المتصفح",
  erasedInPart: "ما زال شيء من Inlay في هذا المتصفح",
  of: { rows: "السجلات", settings: "الإعدادات", origins: "العناوين المسموح بها" },
  left: (remaining, before) =>
    before === undefined ? `المتبقي ${number(remaining)}` : `المتبقي ${number(remaining)} من ${number(before)}`,
  restartWhy: "أُعيد العد بعد المحو. يجب أن تبدأ الإضافة من جديد قبل استخدامها."
}

export const sections: Words<typeof en.sections> = {
  label: "الأقسام",
  accounts: "الحسابات",
  hub: "المحور",
  place: "العرض",
  notifications: "الإشعارات",
  language: "اللغة",
  charges: "الإنفاق",
  data: "البيانات"
}

export const damaged: Words<typeof en.damaged> = {
  title: "تعذّرت قراءة الإعدادات",
  text: "حاول مرة أخرى أولًا. وإن استمر ذلك فاحفظ ما يمكن قراءته، وامحُ كل شيء أدناه، ثم اربط من جديد."
}

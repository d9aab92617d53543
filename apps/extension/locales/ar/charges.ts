import type * as en from "../en/charges.ts"
import { ltr } from "./plural.ts"
import { credits } from "./shared.ts"

export const charges: typeof en.charges = {
  lost: "استعلام سابق بقي بلا إجابة",
  lostText: (when, cost) =>
    `سُئل في ${when}. ربما احتسبه المزوّد (${cost}). سجل الأرصدة لديه يبيّن ذلك بيقين: سجّل ما ورد فيه، أو اسأل مرة أخرى.`,

  upTo: (upTo) => (upTo === null ? "السعر غير معروف" : `${credits(upTo)} على الأكثر`),
  notCharged: "لم يُحتسب",
  wasCharged: "احتُسب…",
  howMany: "الأرصدة المحتسبة بحسب سجل المزوّد",
  mustBeNumber: "أدخل رقمًا من 0 فأكثر، بلا فواصل آلاف.",
  book: "تسجيل",
  askAgain: "السؤال مرة أخرى (قد يُحتسب مرة أخرى)",
  askAgainSure: (cost) => `هل تسأل مرة ثانية؟ قد يُحتسب ذلك مرة ثانية: ${cost}.`,
  askAgainYes: "نعم، اسأل مرة أخرى",
  cancel: "إلغاء",

  notSaved: "اشتُري من قبل ولم يُحفظ",
  notSavedText: (when, cost, why) =>
    `اشتُري في ${when}، والتكلفة: ${cost}. ${why === "store" ? "لم يستطع المتصفح حفظ الإجابة." : "كانت الإجابة عن شخص آخر."} السؤال مرة أخرى يكلّف مرة أخرى.`,
  unknownCost: "تكلفة غير معروفة",
  buyAgain: "السؤال مرة أخرى (يُحتسب مرة أخرى)",
  buyAgainSure: (cost) => `هل تسأل مرة ثانية؟ سيُحتسب ذلك مرة ثانية: ${cost}.`,

  unnamed: { searchPeople: "بحث عن أشخاص", apiCall: "استدعاء API" },
  someCall: "استدعاء مدفوع آخر",
  title: "استعلامات بقيت بلا إجابة",
  help: "ربما احتُسب كل منها. راجع سجل الأرصدة لدى المزوّد وسجّل ما ورد فيه، أو اسأل مرة أخرى. لا يُكرَّر الاستعلام قبل ذلك.",
  none: "تكلفة كل استعلام معروفة.",
  booked: (count) => `سُجّل: ${credits(count)}.`,
  answered: (name, charged) => `${ltr(name)} · ${charged}. الإجابة محفوظة: افتح الصفحة لرؤيتها.`,
  another: (name, charged) => `أجاب المزوّد عن شخص آخر: ${ltr(name)} · ${charged}.`,
  noMatch: (charged) => `لا نتيجة لدى المزوّد · ${charged}.`
}

import type * as en from "../en/failure.ts"
import { translated } from "../translated.ts"
import { ltr } from "./plural.ts"

export { ownFailure } from "./own-failure.ts"
export { nothingWas, remedy } from "./remedy.ts"

/** The provider's own words, which are in quotation marks. */
const QUOTE = /“[^”]+”/

export const failure: typeof en.failure = {
  title: {
    Unauthorized: "رفض المزوّد المفتاح",
    Forbidden: "لا يحق للمفتاح فعل ذلك",
    NotFound: "غير موجود",
    Conflict: "أبلغ المزوّد عن تعارض",
    Invalid: "رفض المزوّد الطلب",
    RateLimited: "طلبات كثيرة جدًا",
    QuotaExhausted: "لا أرصدة متبقية",
    Refused: "أُوقف قبل إرسال أي شيء",
    Unavailable: "لدى المزوّد مشكلة",
    Timeout: "لا إجابة في الوقت المحدد",
    Transport: "فشل الاتصال بالمزوّد",
    Decode: "تعذّرت قراءة الإجابة"
  },
  guard: {
    endpoint: "أُوقف قبل إرسال أي شيء",
    header: "أُوقف قبل إرسال أي شيء",
    baseAddress: "العنوان الأساسي لا يعمل",
    redirect: "حوّل المزوّد الطلب إلى عنوان آخر",
    cap: "أوقفه حد الإنفاق",
    price: "أصبحت التكلفة أعلى",
    unknownCharge: "استعلام سابق بقي بلا إجابة",
    uncached: "اشتُري من قبل ولم يُحفظ",
    ledger: "مساحة تخزين المتصفح لا تعمل",
    readOnly: "هذا الحساب للقراءة فقط",
    restriction: "خارج ما يجوز لهذا الحساب استخدامه",
    vault: "تعذّر فتح الحساب المخزّن",
    signIn: "أُوقف تسجيل الدخول",
    declined: "لم تتم الموافقة"
  },
  what: (english, title) => {
    const quote = QUOTE.exec(english)?.[0].slice(1, -1)
    return `${title}.${quote === undefined ? "" : ` يقول المزوّد: «${ltr(quote)}».`}`
  },
  sentence: /* @__PURE__ */ translated({}, [
    [/^The provider rejected the account's key/, "رفض المزوّد مفتاح الحساب"],
    [/^The account's key lacks a right for this call/, "ينقص مفتاح الحساب حق لهذا الاستدعاء"],
    [/^The provider has nothing at this address/, "لا شيء لدى المزوّد على هذا العنوان"],
    [/^The account's plan is used up/, "استُنفد رصيد الحساب"],
    [/^The provider's rate limit is reached/, "تم بلوغ حد الطلبات لدى المزوّد"],
    [/^The provider failed/, "حدث خطأ لدى المزوّد"],
    [/^The provider rejected the request/, "رفض المزوّد الطلب"],
    [/^No connection could be made/, "تعذّر الوصول إلى المزوّد"],
    [/^No answer within (\S+) s/, "لا إجابة خلال $1 ث"],
    [/“([^”]+)”/g, (_, quote = "") => `«${ltr(quote)}»`]
  ]),
  settings: "إعدادات الحساب لا تعمل",
  address: "عنوان هذه الصفحة لا يصلح",
  unusableKey: "تعذّر إرسال المفتاح",
  offline: "أنت غير متصل بالشبكة",
  unknownTitle: "لا نتيجة، وربما تكلفة",
  openTitle: "لا إجابة، وربما تم الأمر",

  resets: (when) => `أرصدة جديدة ابتداءً من ${when}.`,
  needs: (right) => `المطلوب: ${ltr(right)}.`,
  checkKey: "التحقق من المفتاح",
  openSettings: "فتح الإعدادات",
  tryAgain: "المحاولة مرة أخرى",
  section: (name, why) => `تعذّر عرض القسم ${ltr(name)}${why === null ? "" : `: ${ltr(why)}`}.`,
  restart: "إعادة تشغيل الإضافة",
  tryAgainIn: (seconds) => `المحاولة مرة أخرى بعد ${seconds} ث`,
  lookHere: "التحقق من هذه الصفحة",
  lookAgain: "عرض الوضع الحالي"
}

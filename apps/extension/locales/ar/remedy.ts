import type * as en from "../en/remedy.ts"
import { ltr, plural } from "./plural.ts"

const seconds = (count: number): string => {
  if (count < 90) {
    return plural(count, {
      one: "ثانية واحدة",
      two: "ثانيتين",
      few: `${count} ثوانٍ`,
      many: `${count} ثانية`,
      other: `${count} ثانية`
    })
  }
  const minutes = Math.ceil(count / 60)
  return plural(minutes, {
    two: "دقيقتين",
    few: `${minutes} دقائق`,
    many: `${minutes} دقيقة`,
    other: `${minutes} دقيقة`
  })
}

/** Anything but a plain name is put in quotation marks, which it cannot close itself. */
const shownName = (name: string) =>
  /^[\w./-]{1,100}$/.test(name) ? ltr(name) : `«${ltr(name.replace(/[«»]/g, '"').slice(0, 60))}»`

/** Where an account, its key and its limits are changed. */
const place = (isAtHub?: boolean) => (isAtHub === true ? "في المحور" : "في الإعدادات")

const address = {
  base: (where: string) => `العنوان الأساسي ${where}`,
  signIn: (where: string) => `عنوان تسجيل الدخول ${where}`,
  endpoint: () => "عنوان الاستدعاء"
} as const

const whom = {
  administrator: "مدير حساب المزوّد",
  owner: "المالك",
  support: "دعم المزوّد"
} as const

export const remedy: typeof en.remedy = {
  correctInput: () => "صحّح ذلك وحاول مرة أخرى.",
  checkNames: ({ hidden }) =>
    hidden === undefined ? "تحقق من الأسماء." : `تحقق من الأسماء؛ لرؤية ما هو خاص يحتاج المفتاح إلى ${ltr(hidden)}.`,
  chooseName: ({ names }) =>
    names.length === 0 ? "تحقق من الاسم." : `اختر واحدًا من هذه: ${names.map(shownName).join("، ")}.`,
  chooseAnotherName: () => "اختر اسمًا آخر.",
  checkAddress: ({ of, unchanged }, isAtHub) =>
    `تحقق من ${address[of](place(isAtHub))}.${unchanged === undefined ? "" : " إن كان صحيحًا فقد تغيّر المزوّد."}`,
  setAddress: ({ of }, isAtHub) => `غيّر ${address[of](place(isAtHub))} إلى الجديد.`,
  writeAddress: () => `أدخل عنوانًا مثل ${ltr("https://api.provider.example/v1")}.`,
  writeEndpoint: ({ style }) =>
    ({
      "leading-slash": "ابدأ المسار بشرطة مائلة.",
      "no-leading-slash": "ابدأ المسار من دون شرطة مائلة.",
      either: "أدخل مسارًا تحت العنوان الأساسي."
    })[style],
  leaveOut: ({ what }) => (what === "key" ? "احذف المفتاح: فهو يُرسل مع كل طلب من تلقاء نفسه." : "احذف الترويسة."),
  connect: (_, isAtHub) => `اربط حسابًا ${place(isAtHub)}.`,
  enterKey: (_, isAtHub) => `أدخل المفتاح مرة أخرى ${place(isAtHub)}.`,
  checkKey: (_, isAtHub) => `تحقق من المفتاح ${place(isAtHub)}.`,
  renewKey: (_, isAtHub) => `أنشئ مفتاحًا جديدًا لدى المزوّد وأدخله ${place(isAtHub)}.`,
  signInAgain: (_, isAtHub) => `سجّل الدخول مرة أخرى ${place(isAtHub)}.`,
  checkApp: ({ turnOn }) =>
    turnOn === true
      ? "فعّل طريقة تسجيل الدخول هذه في إعدادات التطبيق لدى المزوّد."
      : "تحقق من إعدادات التطبيق لدى المزوّد.",
  grant: ({ needs }) => `امنح المفتاح هذا الحق لدى المزوّد: ${ltr(needs)}.`,
  ask: ({ whom: one, needs }) =>
    `اطلب من ${whom[one]}${needs === undefined ? " المساعدة" : ` هذا الحق: ${ltr(needs)}`}.`,
  changeSetting: ({ of }) => `غيّر إعداداته لدى المزوّد: ${ltr(of)}.`,
  useAnotherAccount: () => "استخدم حسابًا آخر.",
  buyCredits: () => "اشترِ أرصدة أو انتظر الجديدة.",
  raiseCap: ({ cap }, isAtHub) =>
    `ارفع الحد ${place(isAtHub)}، أو ${cap === "run" ? `أعد تشغيل ${isAtHub === true ? "المحور" : "المتصفح"}` : "انتظر حتى 00:00 بالتوقيت العالمي"}.`,
  statePrice: (_, isAtHub) => `أدخل سعر الاستعلام ${place(isAtHub)}، أو امسح الحد.`,
  agreeToPrice: () => "انظر مرة أخرى لمعرفة التكلفة.",
  settleCharge: () => "راجع سجل الأرصدة لدى المزوّد، ثم سجّل ما ورد فيه، أو اختر السؤال مرة أخرى.",
  buyAgain: () => "السؤال مرة أخرى يكلّف مرة أخرى.",
  checkCharge: () => "ربما احتُسبت تكلفة: راجع سجل الأرصدة لدى المزوّد قبل أن تسأل مرة أخرى.",
  lookFirst: ({ at }) =>
    `ربما تم الأمر: انظر ${at === undefined ? "إلى ما كان سيغيّره" : `إلى ${ltr(at)}`} قبل أن تكرره.`,
  retry: ({ afterSeconds, checking, orSee }) =>
    [
      checking === "network" ? "تحقق من الشبكة ثم حاول مرة أخرى" : "حاول مرة أخرى",
      afterSeconds === undefined ? "" : ` بعد ${seconds(afterSeconds)}`,
      orSee === undefined ? "." : "؛ وإن استمر ذلك فراجع صفحة الحالة لدى المزوّد."
    ].join(""),
  readAgain: () => "انظر إلى الوضع الحالي ثم حاول مرة أخرى.",
  changeState: () => "غيّر الوضع الحالي أولًا.",
  askForLess: () => "اطلب أقل في المرة الواحدة.",
  readAnswer: () => "اسأل دعم المزوّد عن هذه الإجابة.",
  repairStorage: () => "وفّر مساحة على القرص وأعد تشغيل المتصفح.",
  read: ({ text }) => text
}

export const nothingWas: typeof en.nothingWas = {
  sent: "لم يُرسل شيء.",
  sentNow: "لم يُرسل شيء الآن.",
  changed: "لم يتغيّر شيء.",
  stored: "لم يُخزّن شيء."
}

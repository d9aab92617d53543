import type * as en from "../en/welcome.ts"
import type { Words } from "../words.ts"
import { list } from "./plural.ts"

export const welcome: Words<typeof en.welcome> = {
  title: "اعرف من أمامك",
  lead: "انقر على Inlay في صفحة شخص أو شركة، فيعرض لك ما يعرفه عنهما حساب بيانات المبيعات الخاص بك.",
  readTitle: "ما الذي يُقرأ ومتى",
  beforeClick: "قبل أن تنقر",
  beforeClickText: "لا شيء. لا يعمل Inlay في أي صفحة ولا يرى الصفحات التي تزورها.",
  onClick: "عندما تنقر على الزر",
  onClickText: "عنوان تلك الصفحة وحدها، لمعرفة عمّن هي. يبقى في هذا المتصفح.",
  onEnrich: "عندما تختار «إثراء»",
  onEnrichText: "يذهب عنوان الصفحة التعريفية أو نطاق الشركة إلى مزوّدك مع مفتاحك. ولا يحصل غيره على شيء.",
  step: (step, title) => `${step}. ${title}`,
  pinTitle: "ثبّت الزر",
  pinText: "افتح قائمة الإضافات في المتصفح (قطعة الأحجية بجانب العنوان) وثبّت Inlay هناك.",
  pinned: "الزر موجود في شريط الأدوات.",
  connectTitle: "اربط ما لديك",
  byKind: (kinds) => `عن طريق: ${list(kinds)}. يبقى مختومًا في هذا المتصفح.`,
  byHub: "محور فريقك",
  byHubHelp: "برمز اقتران من وحدة تحكمه: تبقى المفاتيح والحدود هناك.",
  byNone: "لا شيء بعد",
  byNoneHelp: "شاهد مثالًا أولًا. يمكنك الربط في الإعدادات في أي وقت.",
  finish: "عرض صفحة نموذجية",
  finishHelp: "شخص متخيَّل: لا يُرسل شيء ولا يكلّف شيئًا.",
  sampleTitle: "صفحة نموذجية",
  sampleNote: "هكذا تبدو النتيجة. الشخص متخيَّل: لم يُرسل شيء ولم يُحتسب شيء.",
  connect: "ربط حساب"
}

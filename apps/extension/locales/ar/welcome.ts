import type * as en from "../en/welcome.ts"
import type { Words } from "../words.ts"

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
  connect: "ربط حساب",
  connectHelp: "تحتاج إلى عنوان واجهة API لدى مزوّدك وإلى مفتاح. يمكن تغيير كل ذلك لاحقًا."
}

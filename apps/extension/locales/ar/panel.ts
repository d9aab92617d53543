import type * as en from "../en/panel.ts"
import { ltr } from "./plural.ts"

export const panel: typeof en.panel = {
  outOfReach: "انقر لقراءة هذه الصفحة",
  click: (shortcut) =>
    `انقر على زر Inlay في شريط الأدوات${shortcut === "" ? "" : `، أو اضغط ${ltr(shortcut)}`}، فتعرض اللوحة الجانبية ما تعرفه عن هذه الصفحة.`,
  why: "لا يقرأ Inlay عنوان صفحة إلا بعد أن تنقر على زره هناك. يتبعك داخل الموقع الواحد، ويسألك من جديد في الموقع التالي.",
  link: "الرابط:",
  back: "العودة إلى الصفحة"
}

import type * as en from "../en/place.ts"
import type { Words } from "../words.ts"

export const place: Words<typeof en.place> = {
  title: "مكان عرض الإجابة",
  agreement:
    "تمنع اتفاقية مستخدمي الشبكة المهنية إدراج عناصر في صفحاتها، والعضو الذي يستخدم أداة تفعل ذلك يخالفها. النافذة المنبثقة لا تُدرج شيئًا.",
  page: "في الصفحة وفي النافذة المنبثقة",
  pageHelp: "بطاقة في أسفل يمين الصفحة بعد النقر على «إثراء». تختفي عندما تنتقل.",
  stored: "تم الحفظ",
  popup: "في النافذة المنبثقة فقط",
  popupHelp: "لا يوضع شيء في أي صفحة."
}

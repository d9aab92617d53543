import type * as en from "../en/miss.ts"
import type { Words } from "../words.ts"

export const miss: Words<typeof en.miss> = {
  title: "لا نتيجة لدى المزوّد",
  fresh: (charged) => `تكلفة هذه الإجابة: ${charged}.`,
  saved: (age) => `سُئل عنه ${age}؛ وكان النظر مرة أخرى مجانيًا: 0 رصيد.`,
  nextPerson: "جرّب الشركة بدلًا من ذلك: افتح صفحتها أو موقعها وانقر مرة أخرى.",
  nextCompany: "جرّب عنوانها الآخر: موقع الشركة الخاص أو صفحتها التعريفية.",
  keep: "مدة الاحتفاظ بالاستعلامات التي بلا نتيجة"
}

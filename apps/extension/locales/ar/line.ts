import type * as en from "../en/line.ts"
import { moment, plural } from "./plural.ts"

export const runState: typeof en.runState = {
  waiting: "في الانتظار",
  running: "يعمل",
  succeeded: "نجح",
  failed: "فشل",
  cancelled: "أُلغي",
  other: "انتهى"
}

export const line: typeof en.line = {
  region: "Inlay: هذا المستودع",
  close: "إغلاق",
  run: (workflow, run, state, at) => `${workflow} #${run} ${state}، ${moment(at)}`,
  state: runState,
  starts: (count) =>
    plural(count, {
      zero: "لم يبدأ أي وكيل خلال 24 ساعة",
      one: "بدأ وكيل مرة واحدة خلال 24 ساعة",
      two: "بدأ وكيل مرتين خلال 24 ساعة",
      few: `${count} عمليات بدء للوكلاء خلال 24 ساعة`,
      many: `${count} عملية بدء للوكلاء خلال 24 ساعة`,
      other: `${count} عملية بدء للوكلاء خلال 24 ساعة`
    }),
  reviews: (count) =>
    plural(count, {
      zero: "لا مراجعة مطلوبة منك",
      one: "مراجعة واحدة مطلوبة منك",
      two: "مراجعتان مطلوبتان منك",
      few: `${count} مراجعات مطلوبة منك`,
      many: `${count} مراجعة مطلوبة منك`,
      other: `${count} مراجعة مطلوبة منك`
    })
}

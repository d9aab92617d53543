import type * as en from "../en/run-state.ts"
import type { Words } from "../words.ts"

export const runState: Words<typeof en.runState> = {
  waiting: "في الانتظار",
  running: "يعمل",
  succeeded: "نجح",
  failed: "فشل",
  cancelled: "أُلغي",
  other: "انتهى"
}

import type * as en from "../en/run-state.ts"
import type { Words } from "../words.ts"

export const runState: Words<typeof en.runState> = {
  waiting: "wartet",
  running: "läuft",
  succeeded: "gelungen",
  failed: "fehlgeschlagen",
  cancelled: "abgebrochen",
  other: "beendet"
}

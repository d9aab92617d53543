import type * as en from "../en/line.ts"
import { moment, plural } from "./plural.ts"

export const runState: typeof en.runState = {
  waiting: "wartet",
  running: "läuft",
  succeeded: "gelungen",
  failed: "fehlgeschlagen",
  cancelled: "abgebrochen",
  other: "beendet"
}

export const line: typeof en.line = {
  region: "Inlay: dieses Repository",
  close: "Schließen",
  run: (workflow, run, state, at) => `${workflow} #${run} ${state}, ${moment(at)}`,
  state: runState,
  starts: (count) =>
    plural(count, { one: "1 Agentenstart in 24 Stunden", other: `${count} Agentenstarts in 24 Stunden` }),
  reviews: (count) => plural(count, { one: "1 Review-Anfrage an Sie", other: `${count} Review-Anfragen an Sie` })
}

import type * as en from "../en/cap.ts"
import { credits } from "./shared.ts"

const names = {
  day: "Tageslimit",
  run: "Sitzungslimit",
  hubRun: "Limit je Lauf des Hubs",
  principal: "Tageslimit des Browsers"
} as const

const resets = {
  day: "um 00:00 UTC",
  run: "mit dem nächsten Start des Browsers",
  hubRun: "mit dem nächsten Start des Hubs",
  principal: "um 00:00 UTC"
} as const

export const capReached: typeof en.capReached = ({ kind, limit }) =>
  `Das könnte das ${names[kind]} von ${credits(limit)} überschreiten. Es beginnt ${resets[kind]} von vorn.`

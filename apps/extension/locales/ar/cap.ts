import type * as en from "../en/cap.ts"
import { credits } from "./shared.ts"

const names = {
  day: "حد اليوم",
  run: "حد الجلسة",
  hubRun: "حد تشغيل المحور",
  principal: "حد المتصفح اليومي"
} as const

const resets = {
  day: "عند 00:00 بالتوقيت العالمي",
  run: "مع إعادة تشغيل المتصفح",
  hubRun: "مع إعادة تشغيل المحور",
  principal: "عند 00:00 بالتوقيت العالمي"
} as const

export const capReached: typeof en.capReached = ({ kind, limit }) =>
  `قد يتجاوز هذا ${names[kind]} (${credits(limit)}). يبدأ العد من جديد ${resets[kind]}.`

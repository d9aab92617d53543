/** What is said instead of an offer that could exceed a spending cap. */
import { credits, type Cap } from "./shared.ts"

const names = { day: "day cap", run: "run cap", hubRun: "hub's run cap", principal: "browser's day cap" } as const

const resets = {
  day: "at 00:00 UTC",
  run: "when the browser restarts",
  hubRun: "when the hub restarts",
  principal: "at 00:00 UTC"
} as const

export const capReached = ({ kind, limit }: Pick<Cap, "kind" | "limit">): string =>
  `This could exceed the ${names[kind]} of ${credits(limit)}. It resets ${resets[kind]}.`

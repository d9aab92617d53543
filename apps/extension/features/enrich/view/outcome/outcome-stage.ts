/** Chooses what to show for an outcome. Loaded while the answer is on its way, because other popups never need it. */
import type { Attempt, Offer, Outcome } from "../../requests.ts"
import type { Stage } from "../stage.ts"
import { failedStage } from "./failed-stage.ts"
import { Result } from "./result.tsx"

/** The offer after a charge, for what the cap leaves then. */
const afterCharge = (offer: Offer, charged: number | "unknown"): Offer => {
  const { price } = offer
  if (price.cap === null || charged === "unknown") return offer
  return { ...offer, price: { ...price, cap: { ...price.cap, left: price.cap.left - charged } } }
}

export const outcomeStage = async (outcome: Outcome, attempt: Attempt): Promise<Stage> => {
  const offer = outcome.state === "failed" ? attempt.offer : afterCharge(attempt.offer, outcome.charged)
  switch (outcome.state) {
    case "match":
      return { at: "match", outcome, offer, Result }
    case "another": {
      const { Another } = await import("./another.tsx")
      return { at: "another", outcome, offer, Another }
    }
    case "noMatch": {
      const { Miss } = await import("./miss.tsx")
      return { at: "noMatch", outcome, offer, Miss }
    }
    case "failed":
      return failedStage(outcome.error, attempt, outcome.subject)
  }
}

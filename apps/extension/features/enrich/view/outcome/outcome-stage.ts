/** Chooses what to show for an outcome. Loaded while the answer is on its way, because other popups never need it. */
import type { Attempt, Outcome } from "../../requests.ts"
import type { Stage } from "../stage.ts"
import { failedStage } from "./failed-stage.ts"
import { Result } from "./result.tsx"

export const outcomeStage = async (outcome: Outcome, attempt: Attempt): Promise<Stage> => {
  const { offer } = attempt
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

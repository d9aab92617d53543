import type { Failure } from "../../../../messaging/failure.ts"
import type { Attempt } from "../../requests.ts"
import type { Stage, Unsent } from "../stage.ts"

/** Loads the view of a failure only when there is one, because most popups never need it. */
export const failedStage = async (
  error: Failure,
  attempt: Attempt | Unsent = { offer: null },
  subject = attempt.offer?.subject ?? null
): Promise<Stage> => {
  const { Failed } = await import("./failed.tsx")
  return { at: "failed", error, subject, ...attempt, Failed }
}

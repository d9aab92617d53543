import type { Failure } from "../../../../messaging/failure.ts"
import type { Offer } from "../../requests.ts"
import type { Stage } from "../stage.ts"

/** Loads the view of a failure only when there is one, because most popups never need it. */
export const failedStage = async (
  error: Failure,
  offer: Offer | null = null,
  subject = offer?.subject ?? null
): Promise<Stage> => {
  const { Failed } = await import("./failed.tsx")
  return { at: "failed", error, subject, offer, Failed }
}

/** The health of a subscription as JSON, for the API and for the command line. */
import { iso } from "../../../iso.ts"
import type { Health } from "./health.ts"

export const healthView = ({ lastEventMillis, lastStartMillis, newestStart, ...rest }: Health) => ({
  ...rest,
  lastEventAt: iso(lastEventMillis),
  lastStartAt: iso(lastStartMillis),
  newestStart:
    newestStart === null
      ? null
      : { id: newestStart.id, state: newestStart.state, createdAt: new Date(newestStart.createdMillis).toISOString() }
})

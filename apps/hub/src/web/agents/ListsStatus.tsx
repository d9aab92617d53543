/** Why the limits of a form cannot be chosen yet: their lists are loading, or failed to. Nothing once they are there. */
import type { LoadedTogether } from "../api/loading.ts"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"

export const ListsStatus = ({ isReady, error, onRetry }: LoadedTogether) => {
  if (error !== undefined) return <Failure {...{ error, onRetry }} />
  return isReady ? null : <Loading />
}

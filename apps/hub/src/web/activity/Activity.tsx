/** What ran, what it cost, and what is left at the providers. */
import { useLoaded } from "../api/loading.ts"
import type { Usage } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { lazyView } from "../shared/lazy-view.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Page } from "../shared/Page.tsx"
import { navigation } from "../words.ts"
import { Limits } from "./Limits.tsx"
import { Runs } from "./Runs.tsx"
import { activity as words } from "./words.ts"

/** With the charts' library, which nothing else needs. */
const Charts = lazyView(() => import("./Charts.tsx").then(({ Charts: view }) => view))

/** Those of accounts that were used before may be full again, and have a past all the same. */
const hasLimits = ({ limits, accounts }: Usage): boolean => limits.length > 0 || accounts.length > 0

export const Activity = () => {
  const [loaded, load] = useLoaded<Usage>("/api/usage")
  return (
    <Page title={navigation.views.activity} lead={words.lead}>
      {loaded.state === "failed" ? (
        <Failure error={loaded.error} onRetry={load} />
      ) : loaded.value === undefined ? (
        <Loading />
      ) : (
        <Charts usage={loaded.value} />
      )}
      <Runs />
      {loaded.state === "ready" && hasLimits(loaded.value) && <Limits limits={loaded.value.limits} />}
    </Page>
  )
}

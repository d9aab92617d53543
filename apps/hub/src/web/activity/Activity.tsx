/** Runs, their cost, and the remaining rate limits of the providers. */
import { useLoaded } from "../api/loading.ts"
import type { Usage } from "../api/types.ts"
import { lazyView } from "../shared/lazy-view.tsx"
import { Page } from "../shared/Page.tsx"
import { Ready } from "../shared/Ready.tsx"
import { navigation } from "../words.ts"
import { Limits } from "./Limits.tsx"
import { Runs } from "./Runs.tsx"
import { activity as words } from "./words.ts"

/** Loaded separately with the chart library, which no other view needs. */
const Charts = lazyView(() => import("./Charts.tsx").then(({ Charts: view }) => view))

/** The limits of an account used earlier may be full again, and still have a history. */
const hasLimits = ({ limits, accounts }: Usage): boolean => limits.length > 0 || accounts.length > 0

export const Activity = () => {
  const [loaded, load] = useLoaded<Usage>("/api/usage")
  return (
    <Page title={navigation.views.activity} lead={words.lead}>
      <Ready loaded={loaded} onRetry={load}>
        {(usage) => <Charts usage={usage} />}
      </Ready>
      <Runs />
      {loaded.state === "ready" && hasLimits(loaded.value) && <Limits limits={loaded.value.limits} />}
    </Page>
  )
}

/** What ran, what it cost, and what is left at the providers. */
import { lazyView } from "../shared/lazy-view.tsx"
import { Page } from "../shared/Page.tsx"
import { activity as words, navigation } from "../words.ts"
import { Limits } from "./Limits.tsx"
import { Runs } from "./Runs.tsx"

/** With the charts' library, which nothing else needs. */
const Charts = lazyView(() => import("./Charts.tsx").then(({ Charts: view }) => view))

export const Activity = () => (
  <Page title={navigation.views.activity} lead={words.lead}>
    <Charts />
    <Runs />
    <Limits />
  </Page>
)

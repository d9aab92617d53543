/** The limits of the figures' accuracy, what is left of the quota, and actions on the figures. */
import { useCopying } from "@inlay/ui/copying"
import { visible } from "@inlay/ui/text/visible"

import { site as words } from "../../../locales/site.ts"
import type { Tab } from "../../section.ts"
import type { Figures, Scope } from "../figures/figures.ts"
import type { OwnProperty } from "../own-properties.ts"
import { reportAddress } from "../report-place.ts"
import { asText } from "./as-text.ts"
import { QualityWords } from "./limits.tsx"

export const Foot = (props: {
  readonly tab: Pick<Tab, "address">
  readonly property: OwnProperty
  readonly scope: Scope
  readonly figures: Figures
}) => {
  const { tab, property, scope, figures } = props
  const { quality, tokensLeft } = figures
  const copying = useCopying(words.copyFailed)
  const openReport = () => void chrome.tabs.create({ url: reportAddress({ property, scope, address: tab.address }) })
  return (
    <footer class="foot">
      {quality.blocked.length > 0 && <p class="small site-limits">{visible(words.blocked(quality.blocked))}</p>}
      <div class="foot-line">
        <p class="small quiet">
          <QualityWords of={quality} />
          {tokensLeft !== null && (
            <>
              <br />
              {words.tokens(tokensLeft)}
            </>
          )}
        </p>
        <div class="foot-tools">
          <button
            type="button"
            class="button"
            onClick={() =>
              copying.copy("all", words.copiedSaid, asText({ address: tab.address, scope, property, figures }))
            }
          >
            {copying.done === "all" ? words.copied : words.copy}
          </button>
          <button type="button" class="button primary" onClick={openReport}>
            {words.report} <span class="outward" aria-hidden="true" />
          </button>
        </div>
      </div>
      <p class="unseen" role="status">
        {copying.said}
      </p>
    </footer>
  )
}

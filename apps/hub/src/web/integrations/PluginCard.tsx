import { visible } from "@inlay/ui/text/visible"

import type { Account, Plugin } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { common } from "../words.ts"
import { AccountRow } from "./AccountRow.tsx"
import { integrations as words } from "./words.ts"

/** One plugin: its description, its accounts, and the link to connect another one. */
export const PluginCard = (props: {
  readonly plugin: Plugin
  readonly accounts: ReadonlyArray<Account>
  readonly onRemoved: (message: string) => void
}) => {
  const { plugin, accounts } = props
  const isFirst = accounts.length === 0
  return (
    <section class="panel" aria-labelledby={`plugin-${plugin.id}`}>
      <div class="plugin-head">
        <div>
          <h2 id={`plugin-${plugin.id}`}>
            {plugin.title}
            {plugin.status === "beta" && <span class="mark">{common.beta}</span>}
          </h2>
          <p class="quiet">{visible(plugin.description)}</p>
        </div>
        <a
          class={`button ${isFirst ? "primary" : ""}`}
          href={linkTo("integrations", plugin.id, "new")}
          aria-label={isFirst ? words.connectNamed(plugin.title) : words.anotherNamed(plugin.title)}
        >
          {isFirst ? words.connect : words.another}
        </a>
      </div>
      {isFirst ? (
        <p class="quiet">{words.none}</p>
      ) : (
        <ul class="accounts">
          {accounts.map((account) => (
            <AccountRow key={account.id} {...{ plugin, account }} onRemoved={props.onRemoved} />
          ))}
        </ul>
      )}
    </section>
  )
}

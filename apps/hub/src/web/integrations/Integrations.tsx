/** The Integrations view: a card for each plugin with its accounts, which can be connected, fixed and removed. */
import { Notice } from "@inlay/ui/Notice"
import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"

import { useLoaded } from "../api/loading.ts"
import type { Account, AccountList, PluginList } from "../api/types.ts"
import { go } from "../route.ts"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Page } from "../shared/Page.tsx"
import { Searched } from "../shared/Searched.tsx"
import { navigation } from "../words.ts"
import { AccountRow } from "./AccountRow.tsx"
import { ConnectPage } from "./ConnectPage.tsx"
import { PluginCard } from "./PluginCard.tsx"
import { integrations as words } from "./words.ts"

export const Integrations = (props: {
  readonly plugin: string | undefined
  readonly action: string | undefined
  readonly account: string | undefined
}) => {
  const [plugins, loadPlugins] = useLoaded<PluginList>("/api/plugins")
  const [accounts, loadAccounts] = useLoaded<AccountList>("/api/accounts")
  const [message, setMessage] = useState<string>()
  const edited = useRef<Account>(undefined)
  useEffect(() => {
    if (props.action !== undefined) setMessage(undefined)
  }, [props.action])
  const page = (content: ComponentChildren) => (
    <Page title={navigation.views.integrations} lead={words.lead}>
      {content}
    </Page>
  )
  if (plugins.state === "failed") return page(<Failure error={plugins.error} onRetry={loadPlugins} />)
  if (accounts.state === "failed") return page(<Failure error={accounts.error} onRetry={loadAccounts} />)
  if (plugins.value === undefined || accounts.value === undefined) return page(<Loading />)
  const all = accounts.value.accounts
  const titles = new Map(plugins.value.plugins.map(({ id, title }) => [id, title]))
  const isOfNoPlugin = (account: Account) => !titles.has(account.plugin)
  const plugin = plugins.value.plugins.find(({ id }) => id === props.plugin)
  const finish = (text: string) => {
    setMessage(text)
    loadAccounts()
    go("integrations")
  }
  if (plugin !== undefined && props.action !== undefined) {
    const isOpen = (one: Account | undefined) => one?.plugin === plugin.id && one.name === props.account
    const storedAccount = all.find(isOpen)
    if (storedAccount !== undefined) edited.current = storedAccount
    // The form stays, with what was entered, if its account is removed or renamed elsewhere.
    const account = storedAccount ?? (isOpen(edited.current) ? edited.current : undefined)
    const takenNames = all.filter((one) => one.plugin === plugin.id).map(({ name }) => name)
    const mending = props.action === "mend"
    return (
      <ConnectPage
        key={`${plugin.id}/${account?.name ?? ""}`}
        {...{ plugin, account, taken: takenNames, mending }}
        isGone={account !== storedAccount}
        onDone={(name) => finish(words.connected(name))}
      />
    )
  }
  return page(
    <>
      {message !== undefined && (
        <Notice tone="good" announce>
          {message}
        </Notice>
      )}
      <Searched
        items={all}
        textOf={(account) => [account.plugin, titles.get(account.plugin), account.name].join(" ")}
        noun="account"
      >
        {(some) => (
          <div class="plugins">
            {plugins.value?.plugins.map((one) => {
              const accountsOfIt = some.filter((account) => account.plugin === one.id)
              // While accounts are searched for, a plugin without one of them is not what is looked for.
              if (accountsOfIt.length === 0 && some.length < all.length) return null
              return <PluginCard key={one.id} plugin={one} accounts={accountsOfIt} onRemoved={finish} />
            })}
            {some.some(isOfNoPlugin) && (
              <section class="panel" aria-labelledby="no-plugin">
                <h2 id="no-plugin">{words.noPlugin}</h2>
                <ul class="accounts">
                  {some.filter(isOfNoPlugin).map((account) => (
                    <AccountRow key={account.id} plugin={undefined} account={account} onRemoved={finish} />
                  ))}
                </ul>
              </section>
            )}
          </div>
        )}
      </Searched>
    </>
  )
}

/** The ways to connect: a provider's account with its key or token, a hub with its code, or nothing yet. */
import { useState } from "preact/hooks"

import { welcome as words } from "../../../locales/welcome.ts"
import type { Send } from "../../../messaging/client.ts"
import { PageProblem } from "../../../ui/PageProblem.tsx"
import { useReply } from "../../../ui/use-stored.ts"
import { AccountPanel } from "../../accounts/view/account-panel.tsx"
import { connectableIn } from "../../accounts/view/connectable-in.ts"
import { HubPanel } from "../../hub/view/view.tsx"

const HUB = "hub"
const NONE = "none"

export const Connect = ({ send }: { readonly send: Send }) => {
  const { output: overview, error: problem, reload: load } = useReply(send, "accounts", {})
  const [way, setWay] = useState<string>()
  const plugins = overview?.plugins.map(connectableIn)
  const choice = (value: string, title: string, help: string) => (
    <label key={value} class="choice">
      <input type="radio" name="way" checked={way === value} onChange={() => setWay(value)} />
      <span class="choice-title">{title}</span>
      <span class="choice-help">{help}</span>
    </label>
  )
  const plugin = plugins?.find(({ id }) => id === way)
  const storedAccount = overview?.accounts.find((one) => one.plugin === way) ?? null
  return (
    <>
      {problem !== undefined && <PageProblem error={problem} onRetry={load} />}
      {/* All choices appear at once, because one that came later would move the others under the pointer. */}
      {(overview !== undefined || problem !== undefined) && (
        <fieldset class="stack tight" aria-label={words.connectTitle}>
          {plugins?.map(({ id, title, accountKinds }) =>
            choice(id, title, words.byKind(accountKinds.map((kind) => kind.title)))
          )}
          {choice(HUB, words.byHub, words.byHubHelp)}
          {choice(NONE, words.byNone, words.byNoneHelp)}
        </fieldset>
      )}
      {overview !== undefined && plugin !== undefined && (
        <AccountPanel
          key={plugin.id}
          {...{ send, plugin, stored: storedAccount, accounts: overview.accounts }}
          takesFocus={false}
          onSaved={load}
        />
      )}
      {way === HUB && <HubPanel send={send} />}
    </>
  )
}

/** Every connected account: what it is called, where it leads, and which one the form beside it is of. */
import { account as words } from "../../../locales/en/account.ts"
import { Button } from "../../../ui/Button.tsx"
import { originsOf } from "../address.ts"
import type { AccountRef, AccountView, Connectable } from "../requests.ts"

export interface AccountListProps {
  readonly plugins: ReadonlyArray<Connectable>
  readonly accounts: ReadonlyArray<AccountView>
  /** The one in the form; `account` is `undefined` for a new one. */
  readonly edited: { readonly plugin: string; readonly account: string | undefined }
  readonly onEdit: (ref: AccountRef) => void
  readonly onAdd: (plugin: string) => void
}

const hostsOf = ({ accountKinds }: Connectable, { kind, values }: AccountView): string =>
  originsOf(accountKinds.find(({ id }) => id === kind)?.fields ?? [], values)
    .map((origin) => new URL(origin).host)
    .join(", ")

export const AccountList = ({ plugins, accounts, edited, onEdit, onAdd }: AccountListProps) => (
  <section class="panel" aria-labelledby="accounts-title">
    <h2 id="accounts-title">{words.listTitle}</h2>
    {plugins.map((plugin) => (
      <div key={plugin.id} class="stack tight">
        {plugins.length > 1 && <h3 class="panel-title">{plugin.title}</h3>}
        <ul class="accounts">
          {accounts
            .filter((one) => one.plugin === plugin.id)
            .map((one) => {
              const isEdited = edited.plugin === one.plugin && edited.account === one.account
              return (
                <li key={one.account} class={isEdited ? "edited" : ""}>
                  <div>
                    <strong>{one.account}</strong>
                    <span class={one.closed === undefined ? "quiet" : "problem"}>
                      {one.closed === undefined ? hostsOf(plugin, one) : words.doesNotOpen}
                    </span>
                  </div>
                  <Button onClick={() => onEdit({ plugin: one.plugin, account: one.account })} idle={isEdited}>
                    {isEdited ? words.shownBelow : words.edit(one.account)}
                  </Button>
                </li>
              )
            })}
        </ul>
        <div>
          <Button look="bare" onClick={() => onAdd(plugin.id)}>
            {words.add(plugin.title.toLowerCase())}
          </Button>
        </div>
      </div>
    ))}
  </section>
)

/**
 * Lists every connected account with its name and hosts, and marks the one that is open in the form beside the list.
 */
import type { FieldRules } from "@inlay/agent-plugin/manifest"
import { Button } from "@inlay/ui/Button"

import { account as words, sections } from "../../../locales/settings.ts"
import { originsOf } from "../../../messaging/account-address.ts"
import type { AccountRef } from "../../../messaging/account.ts"
import type { AccountView, Connectable } from "../../accounts/requests.ts"

interface AccountListProps {
  readonly plugins: ReadonlyArray<Connectable>
  readonly accounts: ReadonlyArray<AccountView>
  /** The account in the form; `account` is `undefined` for a new one. */
  readonly edited: { readonly plugin: string; readonly account: string | undefined }
  readonly onEdit: (ref: AccountRef) => void
  readonly onAdd: (plugin: string) => void
}

/** The origins that an account's requests go to. */
export const originsOfAccount = (plugin: Connectable<FieldRules> | undefined, { kind, values }: AccountView) =>
  originsOf(plugin?.accountKinds.find(({ id }) => id === kind)?.fields ?? [], values)

const hostsOf = (plugin: Connectable, account: AccountView): string =>
  originsOfAccount(plugin, account)
    .map((origin) => new URL(origin).host)
    .join(", ")

const Row = (
  props: { readonly plugin: Connectable; readonly account: AccountView; readonly isEdited: boolean } & Pick<
    AccountListProps,
    "onEdit"
  >
) => {
  const { plugin, account: name, closed: closedProblem } = props.account
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span class={closedProblem === undefined ? "quiet" : "problem"}>
          {closedProblem === undefined ? hostsOf(props.plugin, props.account) : words.doesNotOpen}
        </span>
      </div>
      {props.isEdited ? (
        <span class="quiet small">{words.shownBelow}</span>
      ) : (
        <Button label={words.editNamed(name)} onClick={() => props.onEdit({ plugin, account: name })}>
          {words.edit}
        </Button>
      )}
    </li>
  )
}

export const AccountList = ({ plugins, accounts, edited: editedAccount, onEdit, onAdd }: AccountListProps) => (
  <section class="panel" id="accounts" aria-labelledby="accounts-title">
    <h2 id="accounts-title">{sections.accounts}</h2>
    {plugins.map((plugin) => {
      const own = accounts.filter((one) => one.plugin === plugin.id)
      return (
        <div key={plugin.id} class="stack tight">
          {plugins.length > 1 && <h3 class="accounts-of">{plugin.title}</h3>}
          {own.length > 0 && (
            <ul class="accounts">
              {own.map((account) => (
                <Row
                  key={account.account}
                  {...{ plugin, account, onEdit }}
                  isEdited={editedAccount.plugin === account.plugin && editedAccount.account === account.account}
                />
              ))}
            </ul>
          )}
          <div>
            <Button look="bare" onClick={() => onAdd(plugin.id)}>
              {words.add(plugin.title, own.length)}
            </Button>
          </div>
        </div>
      )
    })}
  </section>
)

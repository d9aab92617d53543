/** The panel that edits one account: its name, its kind and its form. */
import { Notice } from "@inlay/ui/Notice"
import { SelectField } from "@inlay/ui/SelectField"
import { TextField } from "@inlay/ui/TextField"
import { useLayoutEffect, useRef, useState } from "preact/hooks"

import { account as words } from "../../../locales/settings.ts"
import type { AccountRef } from "../../../messaging/account.ts"
import type { Send } from "../../../messaging/client.ts"
import { ownTitle } from "../../../ui/text/problem.ts"
import { isAccountName, type AccountView, type Connectable } from "../requests.ts"
import { AccountForm } from "./form.tsx"

/** The name of a plugin's first account, so that the user need not choose one. */
const FIRST_NAME = "default"

export const AccountPanel = (props: {
  readonly send: Send
  readonly plugin: Connectable
  readonly stored: AccountView | null
  readonly accounts: ReadonlyArray<AccountView>
  /** Whether the user opened it with a button, whose focus it then takes. */
  readonly takesFocus: boolean
  /** Called with whether anything is entered that is not saved. */
  readonly onInput?: (isEntered: boolean) => void
  readonly onSaved: (account: AccountRef) => void
}) => {
  const { send, plugin, stored, accounts, takesFocus, onInput, onSaved } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => (takesFocus ? heading.current?.focus() : undefined), [])
  const names = accounts.filter((one) => one.plugin === plugin.id).map(({ account }) => account)
  const [nameText, setTyped] = useState("")
  const [chosenKind, setChosenKind] = useState(stored?.kind)
  const kind = plugin.accountKinds.find(({ id }) => id === chosenKind) ?? plugin.accountKinds[0]
  if (kind === undefined) return null
  const name = stored?.account ?? (nameText.trim() || (names.length === 0 ? FIRST_NAME : ""))
  const takenName = stored === null && names.includes(name) ? words.nameTaken(name) : undefined
  const nameProblem = stored !== null ? undefined : isAccountName(name) ? takenName : words.mustBeName
  const isOnly = names.length === 0 || (stored !== null && names.length === 1)
  return (
    <section class="panel" aria-labelledby="account-title">
      <h2 id="account-title" ref={heading} tabIndex={-1}>
        {isOnly ? words.formTitle(plugin.title) : stored === null ? words.newTitle : name}
      </h2>
      <p class="lead">{words.formLead}</p>
      {stored?.closed !== undefined && (
        <Notice tone="danger" announce>
          <strong>{ownTitle(stored.closed) ?? stored.closed.what}.</strong>
          <span class="problem-text">{words.setUpAgain}</span>
        </Notice>
      )}
      {stored === null && names.length > 0 && (
        <TextField
          id="account-name"
          dir="ltr"
          isRequired
          label={words.name}
          mark={words.required}
          help={words.nameHelp}
          value={nameText}
          problem={nameText === "" ? undefined : nameProblem}
          onInput={setTyped}
        />
      )}
      {stored === null && plugin.accountKinds.length > 1 && (
        <SelectField
          id="account-kind"
          label={words.kind}
          options={plugin.accountKinds.map(({ id, title }) => [id, title])}
          value={kind.id}
          onChange={setChosenKind}
        />
      )}
      <AccountForm key={kind.id} {...{ send, plugin, kind, stored, name, nameProblem, onInput, onSaved }} />
    </section>
  )
}

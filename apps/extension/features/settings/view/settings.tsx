/**
 * The options page: accounts and the form of the selected one, the hub, where answers are shown, notifications,
 * language, spending, and exporting or erasing all data.
 */
import { Button } from "@inlay/ui/Button"
import { Mark } from "@inlay/ui/Icon"
import { Notice, ProblemNotice } from "@inlay/ui/Notice"
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"

import { failure } from "../../../locales/failure.ts"
import { account as words, damaged, sections } from "../../../locales/settings.ts"
import type { AccountRef } from "../../../messaging/account.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { onSeen } from "../../../ui/on-seen.ts"
import { problemText } from "../../../ui/text/problem.ts"
import { useStored } from "../../../ui/use-stored.ts"
import type { AccountRequests, AccountView, Connectable } from "../../accounts/requests.ts"
import { AccountPanel } from "../../accounts/view/account-panel.tsx"
import { connectableIn } from "../../accounts/view/connectable-in.ts"
import { revokeUnused } from "../../accounts/view/permission.ts"
import { DataPanel, Erased, type Erasure } from "../../browser-data/view/data.tsx"
import type { Spending as Spent } from "../../charges/requests.ts"
import { OtherSpending, Spending } from "../../charges/view/spending.tsx"
import { HubPanel } from "../../hub/view/view.tsx"
import { NotificationSettings } from "../../notifications/view/settings.tsx"
import { LineSettings } from "../../page-line/view/line-settings.tsx"
import { AnswerPlace } from "../../preferences/view/answer-place.tsx"
import { LanguageChoice } from "../../preferences/view/language.tsx"
import { rememberHosts } from "../../repository/remember-hosts.ts"
import { AccountList, originsOfAccount } from "./account-list.tsx"
import { Remove } from "./remove.tsx"

/** The account in the form; `account` is `undefined` for a new one. Another `turn` resets the form. */
interface Edited {
  readonly plugin: string
  readonly account: string | undefined
  readonly turn: number
  /** Whether the user chose it here. */
  readonly isChosen?: boolean
}

/** What became of a removal. `problem`: why the account is still there. */
interface Removal extends Pick<Edited, "plugin" | "account"> {
  readonly problem?: string
}

type Accounts = AccountRequests["accounts"]["output"]

type Loaded =
  | {
      readonly plugins: ReadonlyArray<Connectable>
      readonly accounts: Accounts["accounts"]
      readonly spending: Spent | undefined
    }
  | { readonly problem: string; readonly isDamaged: boolean }

/**
 * The failure shown in place of the settings. If storage is damaged, the page still offers what can be done about it.
 */
const failed = (error: Failure): Loaded => ({ problem: problemText(error), isDamaged: error.own?.is === "storage" })

const isOf = ({ plugin, account }: AccountView, ref: Pick<Edited, "plugin" | "account">) =>
  plugin === ref.plugin && account === ref.account

/**
 * Chooses the account to edit if the user has not chosen one, or the chosen one is gone: the first account, of the
 * plugin that the address names if it names one, or else a new account.
 */
const editedOf = (output: Accounts, next: Edited | undefined): Edited => {
  if (next !== undefined && (next.account === undefined || output.accounts.some((one) => isOf(one, next)))) return next
  const turn = next === undefined ? 0 : next.turn + 1
  const linkedPlugin = output.plugins.find(({ id }) => id === location.hash.slice(1))
  const first = output.accounts.find(({ plugin }) => linkedPlugin === undefined || plugin === linkedPlugin.id)
  return { plugin: linkedPlugin?.id ?? first?.plugin ?? output.plugins[0]?.id ?? "", account: first?.account, turn }
}

export const SettingsPage = ({ send }: { readonly send: Send }) => {
  const [contents, setLoaded] = useState<Loaded>()
  const [edited, setEdited] = useState<Edited>()
  const newest = useRef(0)
  const hasInput = useRef(false)
  /** What was stored last of the account in the form. */
  const lastStored = useRef<AccountView>(undefined)
  const chosen = useRef<Edited>(undefined)
  const [removal, setRemoval] = useState<Removal>()
  const [erasure, setErasure] = useState<Erasure>()

  const load = useCallback(
    async (selection: Edited | undefined, isAgain = false) => {
      const mine = ++newest.current
      chosen.current = selection
      const reply = await send("accounts", {})
      if (mine !== newest.current) return
      // What was entered stays: saving it says why it fails.
      if (!reply.ok) return isAgain && hasInput.current ? undefined : setLoaded(failed(reply.error))
      const isGone = selection?.account !== undefined && !reply.output.accounts.some((one) => isOf(one, selection))
      // Another page has removed it. What was entered here stays, to be copied, and cannot be saved.
      const next = isGone && hasInput.current ? selection : editedOf(reply.output, selection)
      const { plugin, account } = next
      const spending = account === undefined ? undefined : await send("spending", { plugin, account })
      // Remembers the hosts of the user's own servers, so that their pages are recognised by address.
      void rememberHosts(send)
      if (mine !== newest.current) return
      // Both state updates are made together, so that a form starts from the values that are stored now.
      chosen.current = next
      setEdited(next)
      lastStored.current = reply.output.accounts.find((one) => isOf(one, next)) ?? lastStored.current
      if (isGone) setRemoval(selection)
      const plugins = reply.output.plugins.map(connectableIn)
      return setLoaded({ ...reply.output, plugins, spending: spending?.ok === true ? spending.output : undefined })
    },
    [send]
  )
  const reload = useStored(useCallback(() => void load(chosen.current, true), [load]))
  // What was spent today may be nothing by then.
  useEffect(() => onSeen(reload), [reload])
  const isThere = contents !== undefined
  useLayoutEffect(() => (isThere ? goToSection() : undefined), [isThere])

  const edit = (plugin: string, account: string | undefined) => {
    setRemoval(undefined)
    void load({ plugin, account, turn: (edited?.turn ?? 0) + 1, isChosen: true })
  }

  const remove = async (removedAccount: AccountView, plugins: ReadonlyArray<Connectable>) => {
    const reply = await send("removeAccount", { plugin: removedAccount.plugin, account: removedAccount.account })
    if (!reply.ok) return setRemoval({ ...removedAccount, problem: problemText(reply.error) })
    const plugin = plugins.find(({ id }) => id === removedAccount.plugin)
    await revokeUnused(send, originsOfAccount(plugin, removedAccount))
    setRemoval(removedAccount)
    // It may take seconds, in which the user may have gone to another form.
    if (chosen.current !== undefined && !isOf(removedAccount, chosen.current)) return load(chosen.current, true)
    hasInput.current = false
    return load({ plugin: removedAccount.plugin, account: removedAccount.account, turn: (edited?.turn ?? 0) + 1 })
  }

  const onSave = (ref: AccountRef) => {
    // A check may take seconds, in which the user may have gone to another form.
    const isOpen = chosen.current?.plugin === edited?.plugin && chosen.current?.turn === edited?.turn
    void load(isOpen ? { ...ref, turn: edited?.turn ?? 0 } : chosen.current, true)
  }

  return (
    <main class="sheet" aria-busy={contents === undefined}>
      <header class="sheet-head">
        <Mark size={32} />
        <h1>{words.title}</h1>
      </header>
      {erasure !== undefined && <Erased {...erasure} />}
      {erasure === undefined && contents !== undefined && "problem" in contents && (
        <Problem {...contents} onAgain={() => void load(edited)} />
      )}
      {erasure === undefined && contents !== undefined && "accounts" in contents && edited !== undefined && (
        <Settings
          {...{ send, loaded: contents, edited, removal, onSave }}
          onEdit={edit}
          lastStored={lastStored.current}
          onInput={(isEntered) => (hasInput.current = isEntered)}
          onRemove={(one) => void remove(one, contents.plugins)}
        />
      )}
      {erasure === undefined && contents !== undefined && ("accounts" in contents || contents.isDamaged) && (
        <DataPanel onErased={setErasure} />
      )}
    </main>
  )
}

const Problem = (props: { readonly problem: string; readonly isDamaged: boolean; readonly onAgain: () => void }) => (
  <section class="panel" role="alert">
    <h2>{damaged.title}</h2>
    <p>{props.problem}</p>
    {props.isDamaged && <p class="quiet">{damaged.text}</p>}
    <div>
      <Button look="primary" onClick={props.onAgain}>
        {failure.tryAgain}
      </Button>
    </div>
  </section>
)

/** Every section, by its name in the address: `options.html#charges`. */
const SECTIONS = ["accounts", "hub", "place", "notifications", "language", "charges", "data"] as const

/** Called once the settings are drawn, because the section that the address names does not exist earlier. */
const goToSection = () => document.getElementById(location.hash.slice(1))?.scrollIntoView()

const Contents = ({ of }: { readonly of: ReadonlyArray<(typeof SECTIONS)[number]> }) => (
  <nav class="contents" aria-label={sections.label}>
    {of.map((name) => (
      <a key={name} href={`#${name}`}>
        {sections[name]}
      </a>
    ))}
  </nav>
)

const Settings = (props: {
  readonly send: Send
  readonly loaded: Exclude<Loaded, { readonly problem: string }>
  readonly edited: Edited
  readonly removal: Removal | undefined
  readonly onSave: (ref: AccountRef) => void
  readonly onEdit: (plugin: string, account: string | undefined) => void
  /** What was stored last of the account in the form, which may be gone. */
  readonly lastStored: AccountView | undefined
  readonly onInput: (isEntered: boolean) => void
  readonly onRemove: (account: AccountView) => void
}) => {
  const { send, loaded, edited, removal, onSave, onEdit, lastStored, onInput, onRemove } = props
  const { plugins, accounts, spending } = loaded
  const storedAccount = accounts.find((one) => isOf(one, edited)) ?? null
  // Another page may have removed it, or connected it again.
  const isThere = removal !== undefined && accounts.some((one) => isOf(one, removal))
  const isOpen = storedAccount !== null && removal !== undefined && isOf(storedAccount, removal)
  const plugin = plugins.find(({ id }) => id === edited.plugin)
  const spends = storedAccount !== null && spending !== undefined && plugin?.isFree !== true
  return (
    <>
      <Contents of={SECTIONS.filter((name) => name !== "charges" || spends)} />
      {removal?.account !== undefined && !isThere && (
        <Notice tone="neutral" announce>
          {words.removed(removal.account)}
        </Notice>
      )}
      {removal?.account !== undefined && removal.problem !== undefined && isThere && !isOpen && (
        <ProblemNotice text={`${words.removeNamed(removal.account)}: ${removal.problem}`} />
      )}
      <AccountList
        {...{ plugins, accounts, edited }}
        onEdit={(ref) => onEdit(ref.plugin, ref.account)}
        onAdd={(id) => onEdit(id, undefined)}
      />
      {plugin !== undefined && (
        <AccountPanel
          key={`${edited.plugin} ${edited.turn}`}
          {...{ send, plugin, accounts, onInput }}
          stored={storedAccount ?? (edited.account === undefined ? null : (lastStored ?? null))}
          takesFocus={edited.isChosen === true}
          onSaved={onSave}
        />
      )}
      <HubPanel send={send} />
      <AnswerPlace send={send} />
      <LineSettings send={send} />
      <NotificationSettings send={send} />
      <LanguageChoice />
      {spends && (
        <Spending
          key={`spending of ${storedAccount.plugin} ${storedAccount.account}`}
          send={send}
          of={{ plugin: storedAccount.plugin, account: storedAccount.account }}
          spending={spending}
          now={Date.now()}
          onChanged={() => onSave(storedAccount)}
        />
      )}
      {accounts
        .filter((one) => one !== storedAccount)
        .map(({ plugin: id, account }) => (
          <OtherSpending key={`${id} ${account}`} send={send} of={{ plugin: id, account }} />
        ))}
      {storedAccount !== null && (
        <Remove
          key={`removal of ${storedAccount.plugin} ${edited.turn}`}
          account={storedAccount.account}
          isOnly={accounts.length === 1}
          problem={isOpen ? removal?.problem : undefined}
          onRemove={() => onRemove(storedAccount)}
        />
      )}
    </>
  )
}

/** One account: whether it works according to its provider, when it was last used, and its actions. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { at, post, type Answer } from "../api/client.ts"
import type { Account, Check, Plugin } from "../api/types.ts"
import { go } from "../route.ts"
import { Failure } from "../shared/Failure.tsx"
import { Time } from "../shared/Time.tsx"
import { common } from "../words.ts"
import { Removal } from "./Removal.tsx"
import { integrations as words } from "./words.ts"

type CheckState = Answer<Check> | "checking"

const problemsOf = (account: Account, check: CheckState) =>
  check !== "checking" && check.ok ? check.value.problems : account.problems

const Status = ({ account, checked }: { readonly account: Account; readonly checked: CheckState }) => {
  if (!account.ok) return <span class="mark danger">{words.broken}</span>
  if (checked === "checking") return <span class="mark">{words.checking}</span>
  const works = checked.ok && checked.value.ok
  return <span class={`mark ${works ? "good" : "danger"}`}>{works ? words.working : words.broken}</span>
}

const Facts = ({ account, checked }: { readonly account: Account; readonly checked: CheckState }) => {
  const check = checked !== "checking" && checked.ok ? checked.value : undefined
  const facts = [
    check?.identity == null ? undefined : visible(words.as(check.identity)),
    account.source === "environment" ? words.ofEnvironment : undefined,
    account.readOnly ? common.readOnly : undefined,
    check === undefined || check.spentToday === 0 ? undefined : words.spentToday(common.credits(check.spentToday)),
    check === undefined || check.unknownCharges.length === 0
      ? undefined
      : words.unknownCharges(check.unknownCharges.length)
  ].filter((fact) => fact !== undefined)
  return (
    <span class="quiet small">
      {facts.map((fact) => (
        <span key={fact}>{fact} · </span>
      ))}
      {account.lastUsedAt === null ? (
        words.neverUsed
      ) : (
        <>
          {words.lastUse} <Time at={account.lastUsedAt} />
        </>
      )}
      {account.expiresAt !== null && (
        <>
          {" · "}
          {words.ends} <Time at={account.expiresAt} />
        </>
      )}
    </span>
  )
}

const Actions = (props: {
  readonly account: Account
  readonly isBroken: boolean
  readonly isChecking: boolean
  /** Whether the hub has the account's plugin and kind. */
  readonly isKnown: boolean
  readonly onCheck: () => void
  readonly onRemove: () => void
}) => {
  const { account, isBroken, isKnown } = props
  const { plugin, name, id } = account
  const isOwn = account.source === "vault"
  return (
    <div class="actions">
      {isBroken && isOwn && isKnown && (
        <Button
          look="primary"
          label={words.named(words.mend, id)}
          onClick={() => go("integrations", plugin, "mend", name)}
        >
          {words.mend}
        </Button>
      )}
      {isKnown && (
        <Button idle={props.isChecking} label={words.named(words.check, id)} onClick={props.onCheck}>
          {words.check}
        </Button>
      )}
      {isOwn && isKnown && (
        <Button label={words.named(words.edit, id)} onClick={() => go("integrations", plugin, "edit", name)}>
          {words.edit}
        </Button>
      )}
      {isOwn && (
        <Button look="danger" label={words.named(words.remove, id)} onClick={props.onRemove}>
          {words.remove}
        </Button>
      )}
    </div>
  )
}

export const AccountRow = (props: {
  /** Undefined if the hub does not have the account's plugin: such an account can only be removed. */
  readonly plugin: Plugin | undefined
  readonly account: Account
  readonly onRemoved: (message: string) => void
}) => {
  const { plugin, account } = props
  const [checked, setChecked] = useState<CheckState>("checking")
  const [isRemoving, setRemoving] = useState(false)
  const check = async (signal?: AbortSignal) => {
    setChecked("checking")
    const answer = await post<Check>(at`/api/accounts/${account.plugin}/${account.name}/check`, {}, signal)
    if (signal?.aborted !== true) setChecked(answer)
  }
  // The check is free, and the only way to notice a key that was revoked at the provider. It ends with the view: the
  // next one would wait for the checks of hundreds of accounts, because browsers send six requests at a time.
  useEffect(() => {
    const leaving = new AbortController()
    if (plugin !== undefined) void check(leaving.signal)
    return () => leaving.abort()
  }, [account.id])
  const isChecking = plugin !== undefined && checked === "checking"
  const kind = plugin?.accountKinds.find(({ id }) => id === account.kind)
  const problems = problemsOf(account, checked)
  const notes = checked !== "checking" && checked.ok ? checked.value.notes : []
  const isBroken = !account.ok || (checked !== "checking" && (!checked.ok || !checked.value.ok))
  return (
    <li class="account" aria-busy={isChecking}>
      <div class="account-main">
        <div class="account-name">
          <strong>{plugin === undefined ? visible(account.id) : account.name}</strong>
          <span class="quiet small">{kind?.title ?? visible(account.kind)}</span>
          <Status {...{ account, checked }} />
        </div>
        <Facts {...{ account, checked }} />
        {notes.map((note) => (
          <span key={note} class="quiet small">
            {visible(note)}
          </span>
        ))}
      </div>
      <Actions
        {...{ account, isBroken, isChecking }}
        isKnown={kind !== undefined}
        onCheck={() => void check()}
        onRemove={() => setRemoving(true)}
      />
      {account.ok && checked !== "checking" && !checked.ok && <Failure error={checked.error} />}
      {problems.map(({ what, fix }) => (
        <div key={what} class={`notice ${isBroken ? "danger" : "warning"}`}>
          {visible(what)}
          {fix !== "" && <span class="problem-text">{visible(fix)}</span>}
          {account.source === "environment" && <span class="problem-text">{words.environmentHelp}</span>}
        </div>
      ))}
      {isRemoving && <Removal account={account} onRemoved={props.onRemoved} onClose={() => setRemoving(false)} />}
    </li>
  )
}

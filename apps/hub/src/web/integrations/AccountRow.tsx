/** One account: whether it works according to its provider, when it was last used, and its actions. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useRef, useState } from "preact/hooks"

import { at, post, type Answer } from "../api/client.ts"
import type { Account, Check, Plugin } from "../api/types.ts"
import { go } from "../route.ts"
import { Failure } from "../shared/Failure.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { Time } from "../shared/Time.tsx"
import { common } from "../words.ts"
import { Removal } from "./Removal.tsx"
import { integrations as words } from "./words.ts"

const Status = (props: {
  readonly account: Account
  readonly isChecking: boolean
  readonly answer: Answer<Check> | undefined
}) => {
  const { account, isChecking, answer } = props
  if (!account.ok) return <span class="mark danger">{words.broken}</span>
  if (answer === undefined) return <span class="mark">{isChecking ? words.checking : words.unchecked}</span>
  const works = answer.ok && answer.value.ok
  return <span class={`mark ${works ? "good" : "danger"}`}>{works ? words.working : words.broken}</span>
}

const Facts = ({ account, check }: { readonly account: Account; readonly check: Check | undefined }) => {
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
        <span key={fact}>
          <bdi>{fact}</bdi>
          {" · "}
        </span>
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
  const [answer, setAnswer] = useState<Answer<Check>>()
  const [isChecking, setChecking] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const ask = async (signal?: AbortSignal) => {
    setChecking(true)
    setAnswer(undefined)
    const next = await post<Check>(at`/api/accounts/${account.plugin}/${account.name}/check`, {}, signal)
    if (signal?.aborted === true) return
    setChecking(false)
    setAnswer(next)
  }
  // The check is free, and the only way to notice a key that was revoked at the provider. It waits until the account is
  // in sight, because a long list would ask for all of its accounts. It ends with the view: the next one would wait for
  // the checks, because browsers send six requests at a time.
  useEffect(() => {
    if (plugin === undefined || row.current === null) return
    const leaving = new AbortController()
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void ask(leaving.signal)
    })
    observer.observe(row.current)
    return () => {
      observer.disconnect()
      leaving.abort()
    }
  }, [account.id])
  const check = answer?.ok === true ? answer.value : undefined
  const kind = plugin?.accountKinds.find(({ id }) => id === account.kind)
  const problems = check?.problems ?? account.problems
  const isBroken = !account.ok || (answer !== undefined && check?.ok !== true)
  return (
    <li ref={row} class="account" aria-busy={isChecking}>
      <div class="account-main">
        <div class="account-name">
          <strong>{plugin === undefined ? visible(account.id) : account.name}</strong>
          <span class="quiet small">{kind?.title ?? visible(account.kind)}</span>
          <Status {...{ account, isChecking, answer }} />
        </div>
        <Facts {...{ account, check }} />
        {check?.notes?.map((note) => (
          <span key={note} class="quiet small">
            {visible(note)}
          </span>
        ))}
      </div>
      <Actions
        {...{ account, isBroken, isChecking }}
        isKnown={kind !== undefined}
        onCheck={() => void ask()}
        onRemove={() => setRemoving(true)}
      />
      {account.ok && answer?.ok === false && <Failure error={answer.error} />}
      {problems.map(({ what, fix }) => (
        <div key={what} class={`notice ${isBroken ? "danger" : "warning"}`}>
          <TextWithCode text={what} />
          {fix !== "" && (
            <span class="problem-text">
              <TextWithCode text={fix} />
            </span>
          )}
          {account.source === "environment" && <span class="problem-text">{words.environmentHelp}</span>}
        </div>
      ))}
      {isRemoving && <Removal account={account} onRemoved={props.onRemoved} onClose={() => setRemoving(false)} />}
    </li>
  )
}

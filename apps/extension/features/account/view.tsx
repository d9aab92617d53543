/** The options page: the account, where answers are shown, what was spent, and the way out. */
import type { Field } from "@inlay/agent-plugin/manifest"
import { useCallback, useEffect, useState } from "preact/hooks"

import { account as words } from "../../locales/en/account.ts"
import type { Send } from "../../messaging/client.ts"
import type { AccountView as Stored, Spending as Spent } from "../../messaging/contract.ts"
import { originOf } from "../../messaging/origin.ts"
import { Mark } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Place } from "../preferences/place.tsx"
import { AccountForm } from "./account-form.tsx"
import { giveBack } from "./permission.ts"
import { Remove } from "./remove.tsx"
import { Spending } from "./spending.tsx"

export interface AccountProps {
  readonly send: Send
  readonly fields: ReadonlyArray<Field>
}

type Loaded = { readonly stored: Stored | null; readonly spending: Spent | undefined } | { readonly problem: string }

const load = async (send: Send): Promise<Loaded> => {
  const [stored, spending] = await Promise.all([send("account", {}), send("spending", {})])
  if (!stored.ok) return { problem: stored.error.message }
  return { stored: stored.output, spending: spending.ok ? spending.output : undefined }
}

export const Account = ({ send, fields }: AccountProps) => {
  const [loaded, setLoaded] = useState<Loaded>()
  const [removals, setRemovals] = useState(0)
  const reload = useCallback(() => void load(send).then(setLoaded), [send])
  useEffect(reload, [reload])

  const remove = async (stored: Stored | null) => {
    const reply = await send("removeAccount", {})
    if (!reply.ok) return setLoaded({ problem: reply.error.message })
    const origin = originOf(stored?.values["base_url"])
    if (origin !== undefined) await giveBack(origin)
    const now = await load(send)
    // Together, so that the new form starts from what is stored now.
    setRemovals((count) => count + 1)
    return setLoaded(now)
  }

  return (
    <main class="sheet" aria-busy={loaded === undefined}>
      <header class="sheet-head">
        <Mark size={32} />
        <h1>{words.title}</h1>
      </header>
      {loaded !== undefined && "problem" in loaded && <Notice tone="danger">{loaded.problem}</Notice>}
      {loaded !== undefined && "stored" in loaded && (
        <>
          {removals > 0 && loaded.stored === null && (
            <Notice tone="neutral" announce>
              {words.removed}
            </Notice>
          )}
          {loaded.stored?.closed !== undefined && (
            <Notice tone="danger" announce>
              {`${loaded.stored.closed} ${words.closedFix}`}
            </Notice>
          )}
          <AccountForm key={removals} send={send} fields={fields} stored={loaded.stored} onSaved={reload} />
          <Place send={send} />
          {loaded.spending !== undefined && (
            <Spending send={send} spending={loaded.spending} now={Date.now()} onChanged={reload} />
          )}
          {loaded.stored !== null && <Remove onRemove={() => void remove(loaded.stored)} />}
        </>
      )}
    </main>
  )
}

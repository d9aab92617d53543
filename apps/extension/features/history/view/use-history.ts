/** Reads and deletes the history, of one account at a time, and reads it again when any page changes something. */
import { useCallback, useRef, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { forgetRecordDrafts } from "../../../ui/use-draft.ts"
import { useStored } from "../../../ui/use-stored.ts"
import type { AccountView } from "../../accounts/requests.ts"
import { readHistory } from "../read.ts"
import type { HistoryRow } from "../requests.ts"

const PLUGIN = "salesdata"

type State =
  | { readonly at: "reading" }
  | { readonly at: "notConnected" }
  | { readonly at: "failed"; readonly error: Failure }
  | { readonly at: "rows"; readonly rows: ReadonlyArray<HistoryRow>; readonly isWhole: boolean }

/**
 * The account to show: the one that is shown already, otherwise the one chosen in the popup or the first, of those that
 * can be opened. If none can be opened, the first, so that the page says why.
 */
const accountOf = (
  accounts: ReadonlyArray<AccountView>,
  current: string | undefined,
  popupChoice: string | undefined
): string | undefined => {
  const openable = accounts.filter(({ closed }) => closed === undefined)
  const choice =
    accounts.find((one) => one.account === current) ??
    openable.find((one) => one.account === popupChoice) ??
    openable[0] ??
    accounts[0]
  return choice?.account
}

export const useHistory = (send: Send) => {
  const [state, setState] = useState<State>({ at: "reading" })
  const [names, setNames] = useState<ReadonlyArray<string>>([])
  const [account, setAccount] = useState<string>()
  const [isThroughHub, setThroughHub] = useState(false)
  const current = useRef<string>(undefined)

  /** Keeps what is shown until the answer, and so the search text and the focus. */
  const read = useCallback(
    async (isNewest: () => boolean) => {
      const overview = await send("accounts", {})
      if (!isNewest()) return
      if (!overview.ok) return setState({ at: "failed", error: overview.error })
      const plugin = overview.output.plugins.find(({ id }) => id === PLUGIN)
      const accounts = overview.output.accounts.filter((one) => one.plugin === PLUGIN)
      const name = accountOf(accounts, current.current, plugin?.chosen)
      // Nothing of an account that another page removed stays.
      if (name !== current.current) setState({ at: "reading" })
      current.current = name
      setAccount(name)
      setNames(accounts.map((one) => one.account))
      setThroughHub(plugin?.isThroughHub === true)
      if (name === undefined) return setState({ at: "notConnected" })
      const error = await readHistory(send, { plugin: PLUGIN, account: name }, (rows, isWhole) => {
        const hasMore = (now: State) => !isWhole && now.at === "rows" && now.rows.length > rows.length
        if (isNewest()) setState((now) => (hasMore(now) ? now : { at: "rows", rows, isWhole }))
        return isNewest()
      })
      if (error !== undefined && isNewest()) setState({ at: "failed", error })
    },
    [send]
  )
  const load = useStored(read)

  const loadAnew = () => {
    setState({ at: "reading" })
    load()
  }
  return {
    state,
    account,
    names,
    isThroughHub,
    load: loadAnew,
    choose: (name: string) => {
      current.current = name
      setAccount(name)
      loadAnew()
    },
    /**
     * Afterwards the history is read again, as after any change.
     * @returns how many records were deleted; undefined if another account is shown by then
     */
    remove: async (rows: ReadonlyArray<HistoryRow>): Promise<number | undefined> => {
      const ids = new Set(rows.map(({ id }) => id))
      const reply = await send("eraseHistory", { plugin: PLUGIN, account: account ?? "", ids: [...ids] })
      if (reply.ok) {
        void forgetRecordDrafts()
        // Reading thousands of records again takes seconds.
        setState((now) => (now.at === "rows" ? { ...now, rows: now.rows.filter(({ id }) => !ids.has(id)) } : now))
        return current.current === account ? reply.output.answers : undefined
      }
      setState({ at: "failed", error: reply.error })
      return undefined
    }
  }
}

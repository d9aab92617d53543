/** Reads and deletes the history, of one account at a time. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import type { HistoryRow } from "../requests.ts"

const PLUGIN = "salesdata"

type State =
  | { readonly at: "reading" }
  | { readonly at: "notConnected" }
  | { readonly at: "failed"; readonly error: Failure }
  | { readonly at: "rows"; readonly rows: ReadonlyArray<HistoryRow> }

export const useHistory = (send: Send) => {
  const [state, setState] = useState<State>({ at: "reading" })
  const [names, setNames] = useState<ReadonlyArray<string>>([])
  const [account, setAccount] = useState("")
  const turn = useRef(0)

  const load = useCallback(
    /** @param keepsRows keeps the current rows on screen until the answer, and so the search text and the focus */
    async (accountName?: string, keepsRows = false) => {
      const mine = ++turn.current
      if (!keepsRows) setState({ at: "reading" })
      const accounts = await send("accounts", {})
      if (mine !== turn.current) return
      if (!accounts.ok) return setState({ at: "failed", error: accounts.error })
      const all = accounts.output.accounts.filter(({ plugin }) => plugin === PLUGIN).map((one) => one.account)
      const name = accountName ?? all[0]
      if (name === undefined) return setState({ at: "notConnected" })
      setNames(all)
      setAccount(name)
      const reply = await send("history", { plugin: PLUGIN, account: name })
      if (mine !== turn.current) return
      setState(reply.ok ? { at: "rows", rows: reply.output.rows } : { at: "failed", error: reply.error })
    },
    [send]
  )

  useEffect(() => {
    void load()
    return () => {
      turn.current += 1
    }
  }, [load])

  return {
    state,
    account,
    names,
    load: () => void load(account === "" ? undefined : account),
    choose: (name: string) => void load(name),
    /** Returns how many were deleted. The first failure ends the deletion. */
    remove: async (rows: ReadonlyArray<HistoryRow>): Promise<number> => {
      for (const [deletedCount, { id }] of rows.entries()) {
        const reply = await send("eraseHistory", { plugin: PLUGIN, account, id })
        if (!reply.ok) {
          setState({ at: "failed", error: reply.error })
          return deletedCount
        }
      }
      await load(account, true)
      return rows.length
    }
  }
}

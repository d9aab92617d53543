/** The history page: search, filters, export to a file, and deletion. */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { Mark } from "@inlay/ui/Icon"
import { ProblemNotice } from "@inlay/ui/Notice"
import { useLayoutEffect, useState } from "preact/hooks"

import { history as words } from "../../../locales/history.ts"
import type { Send } from "../../../messaging/client.ts"
import { saveFile } from "../../../ui/save-file.ts"
import { Select } from "../../../ui/Select.tsx"
import { problemText } from "../../../ui/text/problem.ts"
import type { HistoryRow } from "../requests.ts"
import { csvOf, filtered, type Filter } from "../rows.ts"
import { Filters } from "./filters.tsx"
import { nameOf, Table } from "./table.tsx"
import { useHistory } from "./use-history.ts"

const ALL: Filter = { text: "", of: "all", reachable: false }

export const HistoryPage = ({ send }: { readonly send: Send }) => {
  const { state, account, names, isThroughHub, choose, load, remove } = useHistory(send)
  const [filter, setFilter] = useState(ALL)
  const [deletion, setDeletion] = useState<ReadonlyArray<HistoryRow>>()
  const [deletedCount, setDeletedCount] = useState<number>()
  const [isDeleting, setDeleting] = useState(false)
  const rows = state.at === "rows" ? state.rows : []
  const visibleRows = filtered(rows, filter)
  const deleteAll = async (selection: ReadonlyArray<HistoryRow>) => {
    setDeletion(undefined)
    setDeleting(true)
    setDeletedCount(await remove(selection))
    setDeleting(false)
  }
  const forgetDeletion = () => {
    setDeletion(undefined)
    setDeletedCount(undefined)
  }
  // Also if another page has removed the account.
  useLayoutEffect(forgetDeletion, [account])
  const filterBy = (next: Filter) => {
    forgetDeletion()
    setFilter(next)
  }
  return (
    <div class="sheet wide">
      <header class="sheet-head">
        <Mark size={32} />
        <h1>{words.title}</h1>
      </header>
      <section class="panel">
        <p>{words.lead}</p>
        {isThroughHub && <p>{words.throughHub}</p>}
        {names.length > 1 && (
          <div class="filters">
            <Select
              class=""
              label={words.account}
              options={names.map((name) => [name, name])}
              value={account}
              onChoose={choose}
            />
          </div>
        )}
        {state.at === "reading" && <p role="status">{words.loading}</p>}
        {state.at === "notConnected" && (
          <div class="actions">
            {!isThroughHub && <p>{words.notConnected}</p>}
            <Button look="primary" onClick={() => void chrome.runtime.openOptionsPage()}>
              {words.settings}
            </Button>
          </div>
        )}
        {state.at === "failed" && (
          <div class="stack tight">
            <ProblemNotice text={problemText(state.error)} />
            <div class="actions">
              <Button onClick={load}>{words.again}</Button>
            </div>
          </div>
        )}
        {rows.length > 0 && <Filters filter={filter} onFilter={filterBy} />}
        {state.at === "rows" && (
          <div class="actions">
            <p class="quiet" role="status">
              {isDeleting
                ? words.deleting
                : deletedCount !== undefined
                  ? words.deleted(deletedCount)
                  : (rows.length > 0 || isThroughHub) && words.count(visibleRows.length, rows.length)}
            </p>
            {!state.isWhole && <p class="quiet">{words.loadingMore}</p>}
            {state.isWhole && visibleRows.length > 0 && (
              <>
                <Button onClick={() => saveFile("inlay-history.csv", "text/csv", csvOf(visibleRows))}>
                  {words.file}
                </Button>
                <Button look="danger" onClick={() => setDeletion(visibleRows)}>
                  {words.deleteAll}
                </Button>
              </>
            )}
            {state.isWhole && rows.length > 0 && visibleRows.length === 0 && (
              <>
                <p>{words.noneFits}</p>
                <Button onClick={() => filterBy(ALL)}>{words.showAll}</Button>
              </>
            )}
          </div>
        )}
        {state.at === "rows" && rows.length === 0 && !isThroughHub && <p>{words.none}</p>}
        {deletion !== undefined && (
          <Confirm
            question={words.deleteSure(deletion.length, deletion.length === 1 ? deletion.map(nameOf)[0] : undefined)}
            yes={words.deleteYes}
            no={words.cancel}
            onYes={() => void deleteAll(deletion)}
            onNo={() => setDeletion(undefined)}
          />
        )}
        {visibleRows.length > 0 && <Table rows={visibleRows} onDelete={(row) => setDeletion([row])} />}
      </section>
    </div>
  )
}

/** The table of saved records, one per row. */
import { Button } from "@inlay/ui/Button"
import { addressParts } from "@inlay/ui/text/address-parts"
import { link } from "@inlay/ui/text/link"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { history as words } from "../../../locales/history.ts"
import { recordText } from "../../../locales/result.ts"
import { withScheme } from "../../../messaging/origin.ts"
import { moment } from "../../../ui/text/moment.ts"
import { columnsOf } from "../../enrich/view/outcome/copies/columns.ts"
import type { HistoryRow } from "../requests.ts"

const parts = (...texts: ReadonlyArray<string>): string => visible(texts.filter((text) => text !== "").join(" · "))

/** Keeps each number of a list on one line. */
const unbroken = (numbers: string): string => numbers.replaceAll(/(?<=\d) (?=\d)/g, "\u00A0")

export const nameOf = ({ record }: HistoryRow): string => {
  const { name, company, domain } = columnsOf(record)
  const unnamed = () => recordText(record.of === "person" ? "Unnamed person" : "Unnamed company")
  return visible(name || company || domain || unnamed())
}

const Row = ({ row, onDelete }: { readonly row: HistoryRow; readonly onDelete: () => void }) => {
  const { name, title, company, email, phone, doNotCall, location, domain, profile } = columnsOf(row.record)
  const shownName = nameOf(row)
  // The name of a person never leads to the site of the company.
  const addresses = [withScheme(profile), name === "" ? `https://${domain}` : ""]
  const address = addresses.map((value) => link({ kind: "url", value })).find((one) => one !== undefined)
  return (
    <tr>
      <td>
        {address === undefined ? (
          <span>{shownName}</span>
        ) : (
          <a href={address} target="_blank" rel="noopener noreferrer">
            {shownName}
          </a>
        )}
        <span class="small quiet">{parts(title, name === "" ? "" : company, location)}</span>
      </td>
      <td>
        {[email, phone].map(
          (text) =>
            text !== "" && (
              <span key={text}>
                <bdi dir="ltr">
                  {addressParts(visible(text)).map((part) => (
                    <span class="part">{part}</span>
                  ))}
                </bdi>
              </span>
            )
        )}
        {doNotCall !== "" && <span class="small listed">{words.doNotCall(unbroken(visible(doNotCall)))}</span>}
      </td>
      <td class="small quiet">{moment(row.fetchedAt)}</td>
      <td>
        <Button look="bare" label={words.deleteNamed(shownName)} onClick={onDelete}>
          {words.delete}
        </Button>
      </td>
    </tr>
  )
}

/** How many rows to draw until the user asks for more. Some thousand rows take seconds at each letter of a search. */
const ROWS_AT_ONCE = 200

export const Table = (props: {
  readonly rows: ReadonlyArray<HistoryRow>
  readonly onDelete: (row: HistoryRow) => void
}) => {
  const [count, setCount] = useState(ROWS_AT_ONCE)
  const more = Math.min(ROWS_AT_ONCE, props.rows.length - count)
  return (
    <div class="history-scroll">
      <table class="history">
        <thead>
          <tr>
            <th>{words.head.who}</th>
            <th>{words.head.contact}</th>
            <th>{words.head.when}</th>
            <th>
              <span class="unseen">{words.head.acts}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.rows.slice(0, count).map((row) => (
            <Row key={row.id} row={row} onDelete={() => props.onDelete(row)} />
          ))}
        </tbody>
      </table>
      {more > 0 && <Button onClick={() => setCount(count + more)}>{words.more(more)}</Button>}
    </div>
  )
}

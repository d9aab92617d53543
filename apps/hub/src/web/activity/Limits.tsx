/** Rate limits, quotas and credits of each account, as its provider says them when it is asked. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { at, get, post } from "../api/client.ts"
import type { Account, Check, RequestError } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Empty } from "../shared/Page.tsx"
import { activity as words } from "../words.ts"

interface Limit {
  readonly account: string
  readonly label: string
  readonly value: string
}

const limitsOf = async ({ id, plugin, name }: Account): Promise<ReadonlyArray<Limit>> => {
  const answer = await post<Check>(at`/api/accounts/${plugin}/${name}/check`)
  if (!answer.ok) return [{ account: id, label: words.failed, value: answer.error.message }]
  const { limits, problems } = answer.value
  return [
    ...limits.map((limit) => ({ account: id, ...limit })),
    ...problems.map(({ what }) => ({ account: id, label: words.failed, value: what }))
  ]
}

const Table = ({ limits }: { readonly limits: ReadonlyArray<Limit> }) => (
  <div class="table-scroll" tabIndex={0} role="group" aria-label={words.limits}>
    <table>
      <thead>
        <tr>
          <th scope="col">{words.account}</th>
          <th scope="col">{words.limit}</th>
          <th scope="col">{words.value}</th>
        </tr>
      </thead>
      <tbody>
        {limits.map(({ account, label, value }) => (
          <tr key={`${account} ${label}`}>
            <th scope="row">{account}</th>
            <td>{visible(label)}</td>
            <td>{visible(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const Limits = () => {
  const [limits, setLimits] = useState<ReadonlyArray<Limit>>()
  const [error, setError] = useState<RequestError>()
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    setError(undefined)
    const accounts = await get<{ readonly accounts: ReadonlyArray<Account> }>("/api/accounts")
    if (accounts.ok) setLimits((await Promise.all(accounts.value.accounts.map(limitsOf))).flat())
    else setError(accounts.error)
    setBusy(false)
  }
  return (
    <section class="panel" aria-labelledby="limits">
      <div class="panel-head">
        <h2 id="limits">{words.limits}</h2>
        <Button busy={isBusy} onClick={() => void ask()}>
          {words.showLimits}
        </Button>
      </div>
      {error !== undefined && <Failure error={error} />}
      {limits !== undefined && (limits.length === 0 ? <Empty text={words.limitsNone} /> : <Table limits={limits} />)}
    </section>
  )
}

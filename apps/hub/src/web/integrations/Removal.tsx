/** The confirmation before an account is removed, which lists what will stop working. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useRef, useState } from "preact/hooks"

import { at, request } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import type { Account, Removal as Consequences, Removed, RequestError } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Ready } from "../shared/Ready.tsx"
import { common } from "../words.ts"
import { integrations, removing as words } from "./words.ts"

const What = ({ revokes, stops }: Consequences) => (
  <>
    {stops.length === 0 ? (
      <p>{words.nothing}</p>
    ) : (
      <>
        <p>{words.depends}</p>
        <ul class="plain">
          {stops.map(({ kind, id, name, ends }) => {
            const what = visible(`${words.kinds[kind]} ${name}`)
            return <li key={id}>{ends ? words.ends[kind](what) : words.goesOn(what)}</li>
          })}
        </ul>
      </>
    )}
    <p>{revokes ? words.revokes : words.keeps}</p>
  </>
)

export const Removal = (props: {
  readonly account: Account
  readonly onRemoved: (message: string) => void
  readonly onClose: () => void
}) => {
  const { plugin, name, id } = props.account
  const [loaded, load] = useLoaded<Consequences>(at`/api/accounts/${plugin}/${name}/removal`)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<RequestError>()
  // Force helps against nothing else than the account's provider, and a key that does not open the account.
  const mayForce = error !== undefined && (error.provider !== "inlay" || error.guard === "vault")
  const out = useRef<HTMLButtonElement>(null)
  useEffect(() => out.current?.focus(), [loaded.state])
  const remove = async (force: boolean) => {
    setBusy(true)
    const path = `${at`/api/accounts/${plugin}/${name}`}${force ? "?force=true" : ""}`
    const answer = await request<Removed>("DELETE", path)
    setBusy(false)
    if (!answer.ok) return setError(answer.error)
    const { revoked, left } = answer.value
    const message = revoked ? integrations.removedAndRevoked(id) : integrations.removed(id)
    props.onRemoved(left === null ? message : `${message} ${words.left} ${left}`)
  }
  return (
    <div
      class="confirm notice warning"
      role="group"
      aria-label={words.title(id)}
      onKeyDown={({ key }) => (key === "Escape" ? props.onClose() : undefined)}
    >
      <strong>{words.title(id)}</strong>
      <Ready loaded={loaded} onRetry={load} loading={words.loading}>
        {(consequences) => <What {...consequences} />}
      </Ready>
      <Failure error={error}>{null}</Failure>
      <div class="actions">
        <Button buttonRef={out} onClick={props.onClose}>
          {common.cancel}
        </Button>
        {loaded.state === "ready" && (
          <Button look="danger" busy={isBusy} onClick={() => void remove(mayForce)}>
            {mayForce ? words.force : words.yes}
          </Button>
        )}
      </div>
    </div>
  )
}

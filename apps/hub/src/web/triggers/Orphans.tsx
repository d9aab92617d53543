/**
 * Orphaned hooks at the services. They are searched for only on request, because each place takes an API request, and
 * removed one by one.
 */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { get, post } from "../api/client.ts"
import type { Orphan, Orphans as Listing, RequestError } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { common } from "../words.ts"
import { orphans as words } from "./words.ts"

const Row = ({ orphan, onRemoved }: { readonly orphan: Orphan; readonly onRemoved: () => void }) => {
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<RequestError>()
  const { account, place, id, url, events, active, ownAddress } = orphan
  const remove = () => {
    setAsking(false)
    setError(undefined)
    void post("/api/hooks/orphans/removals", { account, place, id }).then((answer) =>
      answer.ok ? onRemoved() : setError(answer.error)
    )
  }
  const facts = [url, events.join(", "), account, ...(active ? [] : [words.inactive])]
  return (
    <li class="account">
      <div class="account-main">
        <span class="account-name">
          <strong>{visible(place)}</strong>
          <span class={`mark ${ownAddress ? "good" : "warning"}`}>{ownAddress ? words.own : words.foreign}</span>
        </span>
        <span class="quiet small">{visible(facts.join(" · "))}</span>
      </div>
      <Button look="danger" label={words.removeNamed(visible(place))} onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      {error !== undefined && <Failure error={error} />}
      {isAsking && (
        <Confirm
          question={(ownAddress ? words.sure : words.sureForeign)(visible(place), visible(url))}
          yes={words.remove}
          no={common.cancel}
          onYes={remove}
          onNo={() => setAsking(false)}
        />
      )}
    </li>
  )
}

export const Orphans = () => {
  const [listing, setListing] = useState<Listing>()
  const [error, setError] = useState<RequestError>()
  const [removedPlace, setRemovedPlace] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const look = () => {
    setBusy(true)
    setError(undefined)
    void get<Listing>("/api/hooks/orphans").then((answer) => {
      setBusy(false)
      return answer.ok ? setListing(answer.value) : setError(answer.error)
    })
  }
  const again = (place: string) => () => {
    setRemovedPlace(place)
    look()
  }
  return (
    <section class="panel" aria-labelledby="orphans">
      <h2 id="orphans">{words.title}</h2>
      <p class="lead">{words.lead}</p>
      {error !== undefined && <Failure error={error} onRetry={look} />}
      <div role="status">
        {removedPlace !== undefined && <p class="notice good">{words.removed(visible(removedPlace))}</p>}
        {listing?.orphans.length === 0 && listing.unread.length === 0 && <p>{words.none}</p>}
      </div>
      {listing?.unread.map(({ account, place, problem }) => (
        <p key={`${account} ${place}`} class="small">
          <TextWithCode text={words.unread(account, place, problem)} />
        </p>
      ))}
      {listing !== undefined && listing.orphans.length > 0 && (
        <ul class="accounts">
          {listing.orphans.map((orphan) => (
            <Row key={`${orphan.account} ${orphan.id}`} orphan={orphan} onRemoved={again(orphan.place)} />
          ))}
        </ul>
      )}
      {isBusy ? (
        <Loading />
      ) : (
        <div class="actions">
          <Button onClick={look}>{listing === undefined ? words.look : words.lookAgain}</Button>
        </div>
      )}
    </section>
  )
}

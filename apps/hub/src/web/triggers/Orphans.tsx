/**
 * Orphaned hooks at the services. They are searched for only on request, because each place takes an API request, and
 * removed one by one.
 */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { get, post } from "../api/client.ts"
import { useSending } from "../api/sending.ts"
import type { Orphan, Orphans as Listing } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { RemoveButton } from "../shared/RemoveButton.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { orphans as words } from "./words.ts"

const Row = ({ orphan, onRemoved }: { readonly orphan: Orphan; readonly onRemoved: () => void }) => {
  const { account, place, id, url, events, active, ownAddress } = orphan
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
      <RemoveButton
        text={words.remove}
        label={words.removeNamed(visible(place))}
        question={(ownAddress ? words.sure : words.sureForeign)(visible(place), visible(url))}
        remove={() => post("/api/hooks/orphans/removals", { account, place, id })}
        onRemoved={onRemoved}
      />
    </li>
  )
}

export const Orphans = () => {
  const [listing, setListing] = useState<Listing>()
  const [removedPlace, setRemovedPlace] = useState<string>()
  const { isBusy, error, send } = useSending()
  const look = async () => {
    const answer = await send(get<Listing>("/api/hooks/orphans"))
    if (answer.ok) setListing(answer.value)
  }
  const again = (place: string) => () => {
    setRemovedPlace(place)
    void look()
  }
  return (
    <section class="panel" aria-labelledby="orphans">
      <h2 id="orphans">{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <Failure error={error} onRetry={() => void look()} />
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
          <Button onClick={() => void look()}>{listing === undefined ? words.look : words.lookAgain}</Button>
        </div>
      )}
    </section>
  )
}

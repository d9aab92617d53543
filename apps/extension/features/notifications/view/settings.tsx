/**
 * The notification section of the options: every trigger that can be chosen, those of the hub and those polled by this
 * browser.
 */
import { Notice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"
import { useCallback, useState } from "preact/hooks"

import { failure } from "../../../locales/failure.ts"
import { notifications as words } from "../../../locales/notifications.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { isSamePlace, type TriggerPlace } from "../../../messaging/trigger-place.ts"
import { PageProblem } from "../../../ui/PageProblem.tsx"
import { triggerTitle } from "../../../ui/text/trigger-title.ts"
import { useStored } from "../../../ui/use-stored.ts"
import { useChoice } from "./choice.ts"

/** Removes duplicates, because several agents may be started by the same trigger. */
const distinct = (places: ReadonlyArray<TriggerPlace>): ReadonlyArray<TriggerPlace> =>
  places.filter((place, n) => places.findIndex((one) => isSamePlace(one, place)) === n)

export const NotificationSettings = ({ send }: { readonly send: Send }) => {
  const choice = useChoice(send)
  const [places, setPlaces] = useState<ReadonlyArray<TriggerPlace>>()
  const [problem, setProblem] = useState<Failure>()
  const read = useCallback(
    async (isNewest: () => boolean) => {
      const reply = await send("triggerPlaces", {})
      if (!isNewest()) return
      if (reply.ok) setPlaces(reply.output.places)
      setProblem(reply.ok ? undefined : reply.error)
    },
    [send]
  )
  const load = useStored(read)
  const all = distinct([...choice.chosen, ...(places ?? [])]).toSorted(
    (a, b) => a.place.localeCompare(b.place) || triggerTitle(a.trigger).localeCompare(triggerTitle(b.trigger))
  )
  const isEmpty = all.length === 0 && places !== undefined
  return (
    <section class="panel" id="notifications" aria-labelledby="notifications-title">
      <h2 id="notifications-title">{words.title}</h2>
      <p class="lead">{isEmpty ? words.none : words.lead}</p>
      {problem !== undefined &&
        // What is wrong with the hub is said, and mended, in its own section of the page.
        (problem.own?.is === "hub" ? (
          <p>
            {words.unread}{" "}
            <button type="button" class="link" onClick={load}>
              {failure.tryAgain}
            </button>
          </p>
        ) : (
          <PageProblem error={problem} onRetry={load} />
        ))}
      {choice.problem !== undefined && (
        <Notice tone="danger" announce>
          {choice.problem}
        </Notice>
      )}
      {all.length > 0 && (
        <>
          {choice.isDenied && (
            <Notice tone="warning" announce>
              {words.denied}{" "}
              <button type="button" class="link" onClick={choice.allow}>
                {words.allow}
              </button>
            </Notice>
          )}
          <fieldset class="stack tight" aria-labelledby="notifications-title">
            {all.map((place) => (
              <label key={JSON.stringify(place)} class="choice plain">
                <input type="checkbox" checked={choice.isOn(place)} onChange={() => choice.turn(place)} />
                <span class="choice-title">
                  <bdi>{visible(triggerTitle(place.trigger))}</bdi>
                </span>
                <span class="choice-help">
                  <bdi>{visible(place.place === "" ? words.everywhere : place.place)}</bdi>
                </span>
              </label>
            ))}
          </fieldset>
          <p class="small quiet">{words.when}</p>
        </>
      )}
    </section>
  )
}

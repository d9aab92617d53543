/**
 * The notification section of the options: every trigger that can be chosen, those of the hub and those polled by this
 * browser.
 */
import { Button } from "@inlay/ui/Button"
import { Notice, ProblemNotice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"
import type { ComponentChild } from "preact"

import { failure } from "../../../locales/failure.ts"
import { notifications as words } from "../../../locales/notifications.ts"
import type { Send } from "../../../messaging/client.ts"
import { isSamePlace, type TriggerPlace } from "../../../messaging/trigger-place.ts"
import { wayOf } from "../../../messaging/way.ts"
import { PageProblem } from "../../../ui/PageProblem.tsx"
import { triggerTitle } from "../../../ui/text/trigger-title.ts"
import { useReply } from "../../../ui/use-stored.ts"
import { useNotificationChoice } from "./choice.ts"

/** Removes duplicates, because several agents may be started by the same trigger. */
const distinct = (places: ReadonlyArray<TriggerPlace>): ReadonlyArray<TriggerPlace> =>
  places.filter((place, n) => places.findIndex((one) => isSamePlace(one, place)) === n)

/** More boxes than this are folded up by repository: a browser may watch 50, with four boxes each. */
const MOST_LISTED = 20

const placeOf = ({ place }: TriggerPlace): string => visible(place === "" ? words.everywhere : place)

export const NotificationSettings = ({ send }: { readonly send: Send }) => {
  const choice = useNotificationChoice(send)
  const { output, error: problem, reload: load } = useReply(send, "triggerPlaces", {})
  const all = distinct([...choice.chosen, ...(output?.places ?? [])]).toSorted(
    (a, b) => a.place.localeCompare(b.place) || triggerTitle(a.trigger).localeCompare(triggerTitle(b.trigger))
  )
  /** Whether events of a repository here cannot come, although it is chosen. */
  const isNotPolled = (place: TriggerPlace) =>
    output !== undefined && wayOf(place) === "direct" && !output.places.some((one) => isSamePlace(one, place))
  const boxOf = (place: TriggerPlace, where?: ComponentChild) => (
    <label key={JSON.stringify(place)} class="choice plain">
      <input type="checkbox" checked={choice.isOn(place)} onChange={() => choice.turn(place)} />
      <span class="choice-title">
        <bdi>{visible(triggerTitle(place.trigger))}</bdi>
      </span>
      {where !== undefined && <span class="choice-help">{where}</span>}
      {isNotPolled(place) && <span class="choice-help">{words.notPolled}</span>}
    </label>
  )
  const isEmpty = all.length === 0 && output !== undefined
  return (
    <section class="panel" id="notifications" aria-labelledby="notifications-title">
      <h2 id="notifications-title">{words.title}</h2>
      <p class="lead">{isEmpty ? words.none : words.lead}</p>
      {problem !== undefined &&
        // What is wrong with the hub is said, and mended, in its own section of the page.
        (problem.own?.is === "hub" || problem.own?.is === "hostDenied" ? (
          <p>
            {words.unread}{" "}
            <Button look="bare" onClick={load}>
              {failure.tryAgain}
            </Button>
          </p>
        ) : (
          <PageProblem error={problem} onRetry={load} />
        ))}
      <ProblemNotice text={choice.problem} />
      {all.length > 0 && (
        <>
          {choice.isDenied && (
            <Notice tone="warning" announce>
              {words.denied}{" "}
              <Button look="bare" onClick={choice.allow}>
                {words.allow}
              </Button>
            </Notice>
          )}
          <fieldset class="stack tight" aria-labelledby="notifications-title">
            {all.length <= MOST_LISTED
              ? all.map((place) => boxOf(place, <bdi>{placeOf(place)}</bdi>))
              : [...Map.groupBy(all, (one) => one.place.toLowerCase())].map(([key, places]) => {
                  const [title = ""] = places.map(placeOf)
                  return (
                    <details key={key}>
                      <summary>
                        <bdi>{title}</bdi>{" "}
                        <span class="small quiet">{words.count(places.filter(choice.isOn).length, places.length)}</span>
                      </summary>
                      <div class="stack tight" role="group" aria-label={title}>
                        {places.map((place) => boxOf(place))}
                      </div>
                    </details>
                  )
                })}
          </fieldset>
          <p class="small quiet">{words.when}</p>
        </>
      )}
    </section>
  )
}

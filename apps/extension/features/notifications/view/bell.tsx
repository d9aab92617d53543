/**
 * The button that turns notifications of a trigger on or off, and a note that says when they come or why they do not.
 */
import { Icon } from "@inlay/ui/Icon"

import { notifications as words } from "../../../locales/notifications.ts"
import type { TriggerPlace } from "../../../messaging/trigger-place.ts"
import type { NotificationChoice } from "./choice.ts"

/** @param line the trigger's name in the list around the button */
export const Bell = (props: {
  readonly choice: NotificationChoice
  readonly place: TriggerPlace
  readonly line: string
}) => {
  const { choice, place, line } = props
  return (
    <button
      type="button"
      class="tool bell"
      aria-pressed={choice.isOn(place)}
      aria-label={words.of(line)}
      title={words.of(line)}
      onClick={() => choice.turn(place)}
    >
      <Icon name="bell" />
    </button>
  )
}

/** @param when says when notifications come; shown if one of the places is chosen */
export const BellNote = (props: {
  readonly choice: NotificationChoice
  readonly places: ReadonlyArray<TriggerPlace>
  readonly when: string
}) => {
  const { choice, places, when } = props
  const isAny = places.some(choice.isOn)
  return (
    <div role="status">
      {choice.problem !== undefined && <p class="small danger">{choice.problem}</p>}
      {choice.isDenied && isAny && (
        <p class="small">
          {words.denied}{" "}
          <button type="button" class="link" onClick={choice.allow}>
            {words.allow}
          </button>
        </p>
      )}
      {!choice.isDenied && isAny && <p class="small quiet">{when}</p>}
    </div>
  )
}

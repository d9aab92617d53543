/** The places of a delivery that its hook vouches for. */
import type { Delivery, WebhookReceiver } from "@inlay/agent-plugin/Webhooks"

import type { Hook } from "./hook-rows.ts"

/**
 * Returns the places that a delivery concerns, or `undefined` if its hook's place is not among them. A hook that stays
 * on a renamed record sends the record's new name: its delivery counts for both names. That holds for a hook that this
 * hub created, and that is still the one at the place, which it is not if another record has taken the former name.
 */
export const placesOf = (
  { followsRename }: Pick<WebhookReceiver, "followsRename">,
  hook: Pick<Hook, "place" | "remoteId">,
  { places, hookId }: Pick<Delivery, "places" | "hookId">
): ReadonlyArray<string> | undefined => {
  const place = hook.place.toLowerCase()
  if (places.includes(place)) return places
  const isSame = hookId !== undefined && hookId === hook.remoteId
  return isSame && followsRename?.(place) === true ? [...places, place] : undefined
}

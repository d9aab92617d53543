/**
 * Requests for the triggers whose events are shown as desktop notifications. The user chooses them; none is on by
 * default.
 */
import { isBoolean, isStruct, isText, type Inputs } from "../../messaging/shape.ts"
import { chosenShape, type ChosenTrigger, type TriggerPlace } from "../../messaging/trigger-place.ts"
import { refAtHub } from "../../messaging/way.ts"
import type { SubscriptionView } from "../hub/requests.ts"
import type { RepositoryRef } from "../repository/requests.ts"

/** The place that a subscription of the hub covers. */
export const placeAtHub = ({
  account,
  trigger,
  target
}: Pick<SubscriptionView, "account" | "trigger" | "target">): TriggerPlace => {
  const { owner, repo } = (target ?? {}) as { readonly owner?: unknown; readonly repo?: unknown }
  return {
    ...refAtHub(account),
    trigger,
    place: [owner, repo].filter(isText).join("/")
  }
}

/** The triggers of a repository that this browser watches. */
export const placesHere = ({ plugin, account, owner, repo }: RepositoryRef): ReadonlyArray<TriggerPlace> =>
  ["issue", "pullRequest", "runFailed", "mention"].map((trigger) => ({
    plugin,
    account,
    trigger,
    place: `${owner}/${repo}`
  }))

type Chosen = { readonly chosen: ReadonlyArray<ChosenTrigger> }

export interface NotificationRequests {
  readonly chosenTriggers: { readonly input: Record<never, never>; readonly output: Chosen }
  /** The page asks for the browser's permission, within the click. */
  readonly chooseTrigger: { readonly input: ChosenTrigger & { readonly isOn: boolean }; readonly output: Chosen }
  /** Everything that can be chosen: enabled triggers of the hub, and the repositories that this browser polls. */
  readonly triggerPlaces: {
    readonly input: Record<never, never>
    readonly output: { readonly places: ReadonlyArray<TriggerPlace> }
  }
}

export const inputs: Inputs<NotificationRequests> = {
  chosenTriggers: isStruct({}),
  chooseTrigger: isStruct({ ...chosenShape, isOn: isBoolean }),
  triggerPlaces: isStruct({})
}

/**
 * Requests for the triggers whose events are shown as desktop notifications. The user chooses them; none is on by
 * default.
 */
import { isBoolean, isStruct, isText, isTextOf, type Inputs } from "../../messaging/shape.ts"
import { refShape, type AccountRef } from "../accounts/requests.ts"
import { hubAccount } from "../accounts/way.ts"
import type { TriggerView } from "../hub/requests.ts"
import type { RepositoryRef } from "../repository/requests.ts"

/** A trigger's events at one account, in one place. */
export interface TriggerPlace extends AccountRef {
  /** The trigger's id at the hub. For a repository that this browser watches, the kind of event. */
  readonly trigger: string
  /** `owner/repo`, `owner` for all of the owner's repositories, or empty for everything that the account reaches. */
  readonly place: string
}

export interface ChosenTrigger extends TriggerPlace {
  /** Its title in notifications, in the language of the page where it was chosen. */
  readonly title: string
}

/** The place that a subscription of the hub covers. */
export const placeAtHub = ({
  account,
  trigger,
  target
}: Pick<TriggerView, "account" | "trigger" | "target">): TriggerPlace => {
  const at = account.indexOf("/")
  const { owner, repo } = (target ?? {}) as { readonly owner?: unknown; readonly repo?: unknown }
  return {
    plugin: account.slice(0, at),
    account: hubAccount(account.slice(at + 1)),
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
  /** Everything that can be chosen: enabled triggers of the hub, and the repositories that this browser watches. */
  readonly triggerPlaces: {
    readonly input: Record<never, never>
    readonly output: { readonly places: ReadonlyArray<TriggerPlace> }
  }
}

const isName = isTextOf(200)

export const isSamePlace = (a: TriggerPlace, b: TriggerPlace): boolean =>
  a.plugin === b.plugin &&
  a.account === b.account &&
  a.trigger === b.trigger &&
  a.place.toLowerCase() === b.place.toLowerCase()

export const chosenShape = { ...refShape, trigger: isName, place: isName, title: isName }

export const inputs: Inputs<NotificationRequests> = {
  chosenTriggers: isStruct({}),
  chooseTrigger: isStruct({ ...chosenShape, isOn: isBoolean }),
  triggerPlaces: isStruct({})
}

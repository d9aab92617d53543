/** Requests for the paired hub: pairing, the way each plugin runs, triggers, and events as they come. */
import type { Failure } from "../../messaging/failure.ts"
import { isBoolean, isNullable, isOneOf, isStruct, isTextOf, type Inputs, type Is } from "../../messaging/shape.ts"
import type { WayName } from "../../messaging/way.ts"
import type { HealthAtHub, SubscriptionAtHub } from "../../providers/hub/events-api.ts"

/** What is shown of the paired hub. */
export interface HubView {
  readonly origin: string
  readonly version: string
  /** The hub's name for this browser. */
  readonly name: string
}

/** A plugin, and the way in which its steps run. */
export interface PluginWay {
  readonly plugin: string
  readonly title: string
  readonly way: WayName
  /** Whether the user can choose. Some plugins run only through the hub. */
  readonly isChoice: boolean
  /** How many accounts it has in this browser. */
  readonly accountsHere: number
  /** Its accounts at the hub, by the names that requests use; `null` if the hub could not be asked. */
  readonly accountsAtHub: ReadonlyArray<string> | null
}

/** The paired hub as the options page shows it. `problem`: why it cannot be used now. */
export interface HubState {
  readonly hub: HubView | null
  readonly problem: Failure | null
  readonly plugins: ReadonlyArray<PluginWay>
}

/** A subscription that starts an agent, and its state. */
export interface SubscriptionView extends SubscriptionAtHub {
  /** `null` if the hub does not report it. */
  readonly health: HealthAtHub | null
}

/** An event at an account. */
export interface EventView {
  /** The same for one event, however it arrived. */
  readonly id: string
  readonly trigger: string
  /** ISO 8601. */
  readonly at: string
  /** `plugin/name`. */
  readonly account: string
  readonly data: Readonly<Record<string, unknown>>
  /** Ids of the subscriptions whose filters reject the event; absent if there are none. */
  readonly refusedBy?: ReadonlyArray<string> | undefined
}

export interface HubRequests {
  readonly hub: { readonly input: Record<never, never>; readonly output: HubState }
  /**
   * The page has asked for the browser's permission before. A program that is not a hub is sent nothing but a greeting.
   * `browser`: the name that this browser suggests for itself.
   */
  readonly pairHub: {
    readonly input: { readonly address: string; readonly code: string; readonly browser: string }
    readonly output: HubView
  }
  /** `isRevoked`: whether the hub could be told. If not, the user has to revoke the token there. */
  readonly unpairHub: { readonly input: Record<never, never>; readonly output: { readonly isRevoked: boolean } }
  readonly chooseWay: { readonly input: { readonly plugin: string; readonly way: WayName }; readonly output: null }
  /** @param account whose triggers are listed, as `plugin/name`; `null` for all */
  readonly triggers: {
    readonly input: { readonly account: string | null }
    readonly output: { readonly triggers: ReadonlyArray<SubscriptionView> }
  }
  readonly switchTrigger: {
    readonly input: { readonly id: string; readonly enabled: boolean }
    readonly output: null
  }
  /**
   * Returns the events after `after`, the `cursor` of an earlier reply. With `null` it returns the current cursor at
   * once. It waits up to half a minute for the first event and is then called again: the worker reads the hub's stream
   * for as long as pages keep asking. If the hub does not say where its stream starts, `null` waits for the first event
   * too.
   */
  readonly nextEvents: {
    readonly input: { readonly after: string | null }
    readonly output: { readonly events: ReadonlyArray<EventView>; readonly cursor: string | null }
  }
}

const isCursor: Is<string> = (value): value is string => isTextOf(15)(value) && /^\d+$/.test(value)

export const inputs: Inputs<HubRequests> = {
  hub: isStruct({}),
  pairHub: isStruct({ address: isTextOf(2048), code: isTextOf(100), browser: isTextOf(100) }),
  unpairHub: isStruct({}),
  chooseWay: isStruct({ plugin: isTextOf(40), way: isOneOf(["direct", "hub"]) }),
  triggers: isStruct({ account: isNullable(isTextOf(200)) }),
  switchTrigger: isStruct({ id: isTextOf(200), enabled: isBoolean }),
  nextEvents: isStruct({ after: isNullable(isCursor) })
}

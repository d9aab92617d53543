/** The hub that this browser is paired with: pairing, by which way plugins run, triggers, and the events as they come. */
import type { Failure } from "../../messaging/failure.ts"
import { isBoolean, isNullable, isOneOf, isStruct, isTextOf, type Inputs, type Is } from "../../messaging/shape.ts"
import type { WayName } from "../accounts/way.ts"

/** What is shown of the paired hub. */
export interface HubView {
  readonly origin: string
  readonly version: string
  /** What the hub calls this browser. */
  readonly name: string
}

/** A plugin, and by which way its steps run. */
export interface PluginWay {
  readonly plugin: string
  readonly title: string
  readonly way: WayName
  /** Whether the user has the choice: some run through the hub alone. */
  readonly isChoice: boolean
  /** How many accounts it has in this browser. */
  readonly accountsHere: number
  /** Those at the hub, as requests name them; `null` where the hub could not be asked. */
  readonly accountsAtHub: ReadonlyArray<string> | null
}

/** The paired hub as the options page shows it. `problem`: why it cannot be used now. */
export interface HubState {
  readonly hub: HubView | null
  readonly problem: Failure | null
  readonly plugins: ReadonlyArray<PluginWay>
}

/** What starts an agent, and how it is doing. */
export interface TriggerView {
  /** The subscription's id. */
  readonly id: string
  readonly name: string
  /** The trigger's id. */
  readonly trigger: string
  /** `plugin/name`. */
  readonly account: string
  /** As the trigger's plugin says it: a repository's owner and name. */
  readonly target: unknown
  /** Where its events are sent, without a query. */
  readonly url: string
  readonly enabled: boolean
  readonly disabledBecause: string | null
  /** `null` where the hub does not say. */
  readonly health: {
    readonly ok: boolean
    /** `webhook`, `orgWebhook` or `poll`; `null` where events come by no way just now. */
    readonly way: string | null
    readonly because: string | null
    readonly lastEventAt: string | null
    readonly lastStartAt: string | null
    readonly pending: number
    readonly problems: ReadonlyArray<string>
  } | null
}

/** What happened at an account. */
export interface EventView {
  /** The same for one event, by whatever way it came. */
  readonly id: string
  /** The trigger's id. */
  readonly trigger: string
  /** ISO 8601. */
  readonly at: string
  /** `plugin/name`. */
  readonly account: string
  readonly data: Readonly<Record<string, unknown>>
  /** Ids of the subscriptions whose filters it does not pass; absent for none. */
  readonly refusedBy?: ReadonlyArray<string> | undefined
}

export interface HubRequests {
  readonly hub: { readonly input: Record<never, never>; readonly output: HubState }
  /** The browser has been asked for the address by then. Nothing but a greeting is sent to what is no hub. */
  readonly pairHub: { readonly input: { readonly address: string; readonly code: string }; readonly output: HubView }
  /** `isRevoked`: whether the hub could be told; if not, its token is to be revoked there. */
  readonly unpairHub: { readonly input: Record<never, never>; readonly output: { readonly isRevoked: boolean } }
  readonly chooseWay: { readonly input: { readonly plugin: string; readonly way: WayName }; readonly output: null }
  /** @param plugin of whose accounts; `null` for all */
  readonly triggers: {
    readonly input: { readonly plugin: string | null }
    readonly output: { readonly triggers: ReadonlyArray<TriggerView> }
  }
  readonly switchTrigger: {
    readonly input: { readonly id: string; readonly enabled: boolean }
    readonly output: { readonly enabled: boolean }
  }
  /**
   * What came after `after`, the `cursor` of an earlier reply; with `null`, at once the cursor of now. Waits for the first
   * event, up to half a minute, and is then asked again: for as long as somebody asks, the worker reads the hub's stream.
   * From a hub that does not say where its stream begins, `null` waits for the first event too.
   */
  readonly nextEvents: {
    readonly input: { readonly after: string | null }
    readonly output: { readonly events: ReadonlyArray<EventView>; readonly cursor: string | null }
  }
}

const isCursor: Is<string> = (value): value is string => isTextOf(15)(value) && /^\d+$/.test(value)

export const inputs: Inputs<HubRequests> = {
  hub: isStruct({}),
  pairHub: isStruct({ address: isTextOf(2048), code: isTextOf(100) }),
  unpairHub: isStruct({}),
  chooseWay: isStruct({ plugin: isTextOf(40), way: isOneOf(["direct", "hub"]) }),
  triggers: isStruct({ plugin: isNullable(isTextOf(40)) }),
  switchTrigger: isStruct({ id: isTextOf(200), enabled: isBoolean }),
  nextEvents: isStruct({ after: isNullable(isCursor) })
}

/** The types of the HTTP API's requests and responses, derived from its schemas. Contains no code. */
import type { AccountsGroup, AccountView, PluginView } from "../../agents/http/api/accounts.ts"
import type { AgentsGroup } from "../../agents/http/api/agents.ts"
import type { CheckView, ConnectionsGroup } from "../../agents/http/api/connections.ts"
import type {
  DeliveriesGroup,
  DeliveryDetails as DeliveryDetailsView,
  DeliveryView
} from "../../agents/http/api/deliveries.ts"
import type { HooksGroup, OrphanView } from "../../agents/http/api/hooks.ts"
import type { PairingCodeView } from "../../agents/http/api/pairing.ts"
import type { RunView } from "../../agents/http/api/runs.ts"
import type { SessionGroup } from "../../agents/http/api/session.ts"
import type { SettingsView } from "../../agents/http/api/settings.ts"
import type { AnswerOf, Failure } from "../../agents/http/api/shapes.ts"
import type { SignInView } from "../../agents/http/api/sign-ins.ts"
import type { HealthView, SubscriptionsGroup, SubscriptionView } from "../../agents/http/api/subscriptions.ts"
import type { TokensGroup, TokenView } from "../../agents/http/api/tokens.ts"
import type { PreviewView, ToolDetails, ToolsGroup, ToolView } from "../../agents/http/api/tools.ts"
import type {
  TriggerDetails as TriggerDetailsView,
  TriggersGroup,
  TriggerView
} from "../../agents/http/api/triggers.ts"
import type { UsageGroup } from "../../agents/http/api/usage.ts"

export type Account = typeof AccountView.Type
export type Plugin = typeof PluginView.Type
export type Kind = Plugin["accountKinds"][number]
export type Check = typeof CheckView.Type
export type SignIn = typeof SignInView.Type
export type Run = typeof RunView.Type
export type Settings = typeof SettingsView.Type
export type Token = typeof TokenView.Type
export type PairingCode = typeof PairingCodeView.Type
export type Tool = typeof ToolView.Type
export type Details = typeof ToolDetails.Type
export type Trigger = typeof TriggerView.Type
export type TriggerDetails = typeof TriggerDetailsView.Type
export type Subscription = typeof SubscriptionView.Type
export type Health = typeof HealthView.Type
export type Orphan = typeof OrphanView.Type
export type Delivery = typeof DeliveryView.Type
export type DeliveryDetails = typeof DeliveryDetailsView.Type
export type Preview = typeof PreviewView.Type

/** The error of a failed request. `status` is 0 if there was no response. */
export type RequestError = (typeof Failure.Type)["error"] & { readonly status: number }

export type Removed = AnswerOf<typeof ConnectionsGroup, "remove">
export type Removal = AnswerOf<typeof ConnectionsGroup, "removal">

/** Daily series, and the providers' remaining limits, as `/api/usage` returns them. */
export type Usage = AnswerOf<typeof UsageGroup, "get">

/** What remained of limits over time, as `/api/usage/limits` returns it. */
export type LimitHistory = AnswerOf<typeof UsageGroup, "limits">
export type LimitSeries = LimitHistory["series"][number]

/** Orphaned hooks, and the places that could not be searched. */
export type Orphans = AnswerOf<typeof HooksGroup, "orphans">

export type AccountList = AnswerOf<typeof AccountsGroup, "list">
export type PluginList = AnswerOf<typeof AccountsGroup, "plugins">
export type ToolList = AnswerOf<typeof ToolsGroup, "list">
export type TokenList = AnswerOf<typeof TokensGroup, "list">
export type AgentList = AnswerOf<typeof AgentsGroup, "list">
export type TriggerList = AnswerOf<typeof TriggersGroup, "list">
export type SubscriptionList = AnswerOf<typeof SubscriptionsGroup, "list">
export type HealthList = AnswerOf<typeof SubscriptionsGroup, "health">

/** What was made, with its secret, which the hub sends only this once. */
export type MadeToken = AnswerOf<typeof TokensGroup, "create">
export type NewSubscription = AnswerOf<typeof SubscriptionsGroup, "create">
export type NewSecret = AnswerOf<typeof SubscriptionsGroup, "replaceSecret">

export type TrialResult = AnswerOf<typeof SubscriptionsGroup, "test">
export type Replayed = AnswerOf<typeof DeliveriesGroup, "replay">
export type Session = AnswerOf<typeof SessionGroup, "get">

/** All routes of the server. A new route requires a principal unless `requests/guard.ts` lists its path as public. */
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"

import * as AgentSignIn from "../../sign-in/route.ts"
import { Api } from "../api/Api.ts"
import * as Accounts from "./accounts/accounts.ts"
import * as Connections from "./accounts/connections.ts"
import * as SignIns from "./accounts/sign-ins.ts"
import * as Console from "./console.ts"
import * as Deliveries from "./events/deliveries.ts"
import * as Events from "./events/events.ts"
import * as Hooks from "./events/hooks.ts"
import * as Subscriptions from "./events/subscriptions.ts"
import * as Triggers from "./events/triggers.ts"
import * as Watches from "./events/watches.ts"
import * as Health from "./health.ts"
import * as Metrics from "./metrics.ts"
import * as Agents from "./principals/agents.ts"
import * as Pairing from "./principals/pairing.ts"
import * as Session from "./principals/session.ts"
import * as Tokens from "./principals/tokens.ts"
import * as Charges from "./runs/charges.ts"
import * as Runs from "./runs/runs.ts"
import * as Tools from "./runs/tools.ts"
import * as Usage from "./runs/usage.ts"
import * as Settings from "./settings.ts"

const api = HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }).pipe(
  Layer.provide([
    Accounts.layer,
    Connections.layer,
    SignIns.layer,
    Tools.layer,
    Runs.layer,
    Usage.layer,
    Charges.layer,
    Triggers.layer,
    Subscriptions.layer,
    Hooks.layer,
    Watches.layer,
    Deliveries.layer,
    Tokens.layer,
    Agents.layer,
    Pairing.layer,
    Session.layer,
    Settings.layer
  ])
)

export const routes = Layer.mergeAll(
  api,
  Health.layer,
  Metrics.layer,
  Console.layer,
  SignIns.callbackLayer,
  AgentSignIn.layer,
  Events.layer
)

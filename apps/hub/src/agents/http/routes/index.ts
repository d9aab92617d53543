/** Every route of the server. What is added here needs a principal, unless `serving/guard.ts` names its path. */
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"

import * as AgentSignIn from "../../sign-in/route.ts"
import { Api } from "../api/Api.ts"
import * as Accounts from "./accounts.ts"
import * as Agents from "./agents.ts"
import * as Charges from "./charges.ts"
import * as Connections from "./connections.ts"
import * as Console from "./console.ts"
import * as Deliveries from "./deliveries.ts"
import * as Events from "./events.ts"
import * as Health from "./health.ts"
import * as Hooks from "./hooks.ts"
import * as Metrics from "./metrics.ts"
import * as OAuthCallback from "./oauth-callback.ts"
import * as Pairing from "./pairing.ts"
import * as Runs from "./runs.ts"
import * as Session from "./session.ts"
import * as Settings from "./settings.ts"
import * as SignIns from "./sign-ins.ts"
import * as Subscriptions from "./subscriptions.ts"
import * as Tokens from "./tokens.ts"
import * as Tools from "./tools.ts"
import * as Triggers from "./triggers.ts"
import * as Usage from "./usage.ts"
import * as Watches from "./watches.ts"

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
  OAuthCallback.layer,
  AgentSignIn.layer,
  Events.layer
)

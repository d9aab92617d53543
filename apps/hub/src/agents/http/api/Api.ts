/** The definition of the hub's HTTP API: routes, inputs and outputs. `/openapi.json` is generated from it. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"

import { version } from "../../../version.ts"
import { AccountsGroup } from "./accounts.ts"
import { AgentsGroup } from "./agents.ts"
import { ChargesGroup } from "./charges.ts"
import { ConnectionsGroup } from "./connections.ts"
import { DeliveriesGroup } from "./deliveries.ts"
import { complete } from "./document.ts"
import { HooksGroup } from "./hooks.ts"
import { PairingGroup } from "./pairing.ts"
import { RunsGroup } from "./runs.ts"
import { SessionGroup } from "./session.ts"
import { SettingsGroup } from "./settings.ts"
import { SignInsGroup } from "./sign-ins.ts"
import { SubscriptionsGroup } from "./subscriptions.ts"
import { TokensGroup } from "./tokens.ts"
import { ToolsGroup } from "./tools.ts"
import { TriggersGroup } from "./triggers.ts"
import { UsageGroup } from "./usage.ts"
import { WatchesGroup } from "./watches.ts"

export class Api extends HttpApi.make("inlay")
  .add(AccountsGroup)
  .add(ConnectionsGroup)
  .add(SignInsGroup)
  .add(ToolsGroup)
  .add(RunsGroup)
  .add(UsageGroup)
  .add(ChargesGroup)
  .add(TriggersGroup)
  .add(SubscriptionsGroup)
  .add(HooksGroup)
  .add(WatchesGroup)
  .add(DeliveriesGroup)
  .add(TokensGroup)
  .add(AgentsGroup)
  .add(PairingGroup)
  .add(SessionGroup)
  .add(SettingsGroup)
  // Report all invalid fields at once, and treat unknown fields as invalid.
  .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Inlay hub",
      version,
      description:
        "Connected accounts, their tool steps and their runs. Every request needs a hub token; whatever the token may not use is hidden from it.",
      transform: complete
    })
  ) {}

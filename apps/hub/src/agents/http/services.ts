/** The services that the server's routes use, for one data directory. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Layer from "effect/Layer"

import * as Addresses from "../../accounts/Addresses.ts"
import * as ConnectedAccounts from "../../accounts/ConnectedAccounts.ts"
import * as Causes from "../../inbound/chains/causes.ts"
import { Commands } from "../../inbound/dispatch/Commands.ts"
import * as InboundServices from "../../inbound/services.ts"
import * as Runners from "../../runner.ts"
import { make, Outage } from "../../serving/outage.ts"
import { ServedDirectory } from "../../serving/ServedDirectory.ts"
import * as AuditTrail from "../../storage/AuditTrail.ts"
import * as LimitHistory from "../../storage/LimitHistory.ts"
import { Limits } from "../../storage/Limits.ts"
import * as RemoteOrigins from "../../storage/RemoteOrigins.ts"
import * as Storage from "../../storage/Storage.ts"
import * as TrustedTime from "../../storage/TrustedTime.ts"
import * as ConsoleSessions from "../credentials/ConsoleSessions.ts"
import * as HubIdentity from "../credentials/HubIdentity.ts"
import * as HubTokens from "../credentials/HubTokens.ts"
import * as PairingCodes from "../credentials/PairingCodes.ts"
import * as RunAs from "../run-as/run-as.ts"
import * as AgentGrants from "../sign-in/AgentGrants.ts"
import * as OAuthRecords from "../sign-in/OAuthRecords.ts"
import { SignInSettings } from "../sign-in/SignInSettings.ts"
import * as SignIns from "./SignIns.ts"

export interface Options {
  /** Lets accounts of the API reach private networks. */
  readonly allowPrivate: boolean
  /** Lets subscriptions start commands on this machine. */
  readonly allowExec: boolean
  /** How agents may sign in. */
  readonly signIn: SignInSettings["Service"]
}

/** Makes the services of a data directory. */
export const layer = (
  plugins: ReadonlyArray<Plugin>,
  directory: string,
  { allowPrivate, allowExec, signIn }: Options
) =>
  SignIns.layer.pipe(
    Layer.provideMerge(InboundServices.layer(plugins, directory)),
    Layer.provideMerge(RunAs.layer(plugins)),
    Layer.provideMerge(Layer.merge(Causes.layer, Layer.succeed(Commands, { isAllowed: allowExec, directory }))),
    Layer.provideMerge(ConnectedAccounts.layer(plugins, process.env)),
    Layer.provideMerge(Runners.callServices(directory, TrustedTime.transport(Addresses.transport))),
    Layer.provideMerge(Addresses.layer(plugins, allowPrivate)),
    Layer.provideMerge(Runners.storedAccounts(directory)),
    Layer.provide(RemoteOrigins.layer),
    Layer.provideMerge(Limits.layer(directory)),
    Layer.provideMerge(
      Layer.mergeAll(
        HubTokens.layer,
        HubIdentity.layer,
        PairingCodes.layer,
        ConsoleSessions.layer,
        AuditTrail.layer,
        LimitHistory.layer,
        AgentGrants.layer,
        Layer.succeed(ServedDirectory, { directory })
      )
    ),
    Layer.provideMerge(Layer.merge(OAuthRecords.layer, Layer.succeed(SignInSettings, signIn))),
    Layer.provideMerge(Storage.layer(directory)),
    Layer.provideMerge(Layer.sync(Outage, make))
  )

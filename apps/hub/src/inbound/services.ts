/** Composes the services for inbound events: hook -> inbox -> match -> starts -> dispatch. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Layer from "effect/Layer"

import { Limits } from "../storage/Limits.ts"
import * as Causes from "./chains/causes.ts"
import * as Connections from "./connections.ts"
import * as Dispatcher from "./dispatch/Dispatcher.ts"
import * as Outbox from "./dispatch/Outbox.ts"
import * as Events from "./events/Events.ts"
import * as Recorder from "./events/Recorder.ts"
import * as Hooks from "./hooks.ts"
import * as Inbound from "./Inbound.ts"
import * as Inbox from "./inbox.ts"
import * as Match from "./match.ts"
import * as RowSecrets from "./row-secrets.ts"
import * as HookKeeper from "./sources/HookKeeper.ts"
import * as Leases from "./sources/Leases.ts"
import * as Polls from "./sources/Polls.ts"
import * as Reconcile from "./sources/Reconcile.ts"
import * as Starts from "./starts.ts"
import * as Subscriptions from "./subscriptions/Subscriptions.ts"
import * as Watches from "./subscriptions/Watches.ts"

/** What commands need to inspect events, with or without a running server. Nothing here sends or receives anything. */
export const reading = (plugins: ReadonlyArray<Plugin>, directory: string) =>
  Layer.mergeAll(
    Hooks.layer,
    Events.layer,
    Subscriptions.layer,
    Connections.layer(plugins),
    Limits.layer(directory)
  ).pipe(Layer.provide(Layer.merge(Causes.layer, RowSecrets.layer({ directory, env: process.env }))))

export const layer = (plugins: ReadonlyArray<Plugin>, directory: string) =>
  Inbound.layer.pipe(
    Layer.provide(Layer.merge(Match.layer, HookKeeper.layer)),
    Layer.provideMerge(Reconcile.layer),
    Layer.provideMerge(Dispatcher.layer),
    Layer.provideMerge(Polls.layer),
    Layer.provide(Layer.merge(Recorder.layer, Leases.layer)),
    Layer.provide(Starts.layer),
    Layer.provideMerge(Outbox.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        Hooks.layer,
        Inbox.layer,
        Events.layer,
        Subscriptions.layer,
        Watches.layer,
        Connections.layer(plugins)
      )
    ),
    Layer.provideMerge(RowSecrets.layer({ directory, env: process.env }))
  )

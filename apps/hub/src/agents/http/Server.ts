/**
 * The hub's HTTP server: serves its routes behind the guard until its scope ends, then finishes requests in progress.
 */
import { createServer } from "node:http"

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { FinishesUntil } from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

import { codeOf } from "../../error-code.ts"
import { hubError } from "../../hub-error.ts"
import { Inbound } from "../../inbound/Inbound.ts"
import { Inbox } from "../../inbound/inbox.ts"
import { listener } from "../../inbound/receive/listener.ts"
import { checkHealthRegularly } from "../../inbound/subscriptions/health/health-checks.ts"
import { inFront } from "../../serving/front.ts"
import { lastResponses } from "../../serving/last-responses.ts"
import { measured } from "../../serving/metrics.ts"
import { ServedAt, servedAt } from "../../serving/ServedAt.ts"
import { Stopping } from "../../serving/Stopping.ts"
import { front as mcp } from "../mcp/route.ts"
import { sampleLimitsRegularly } from "./limit-samples.ts"
import { catching } from "./requests/faults.ts"
import { guarded } from "./requests/guard.ts"
import { checkingBody } from "./requests/json-body.ts"
import { routes } from "./routes/index.ts"

export interface Options {
  /** 0 chooses any free port. */
  readonly port: number
  readonly host: string
  /** The address by which others reach the server, such as a proxy's. */
  readonly url?: URL | undefined
  /** How long requests in progress, and paid calls that were sent, may take once the server begins to stop. */
  readonly grace?: Duration.Duration | undefined
}

/** docs/operating.md states it, and the service and the container in `deploy` leave more time. */
const GRACE = Duration.seconds(10)

/**
 * How long an idle connection is kept. Proxies keep theirs for 60 s (nginx) to 120 s (Caddy). If the server closed one
 * first, the request that the proxy sends on it at that moment would be lost, such as a webhook delivery.
 */
const IDLE = Duration.seconds(130)

const cannotListen =
  ({ host, port }: Options) =>
  ({ cause }: ServeError): ProviderError => {
    const code = codeOf(cause) || "unknown"
    const what =
      code === "EADDRINUSE"
        ? `Port ${port} of ${host} is in use by another program.`
        : `Cannot listen at ${host}, port ${port} (${code}).`
    const text =
      code === "EADDRINUSE"
        ? "Choose another with --port, or stop that program."
        : "Choose another with --host and --port."
    return hubError("serve", { _tag: "Conflict", what, remedy: { to: "read", text }, nothing: "changed" })
  }

/** One spelling of a path leads to its route, so that what examines paths before the router sees the same ones. */
const ONE_SPELLING = { caseSensitive: true, ignoreDuplicateSlashes: false }

const app = HttpRouter.toHttpEffect(routes).pipe(
  Effect.provideService(HttpRouter.RouterConfig, ONE_SPELLING),
  Effect.map((routed) => measured(catching(guarded(checkingBody(catching(routed))))))
)

/** Serves until its scope ends. Returns the address at which it is reached. */
export const serve = Effect.fnUntraced(function* (options: Options) {
  const { host, port, grace = GRACE } = options
  // Opened before the server so that it closes after it: deliveries that the server still accepts are stored.
  yield* Effect.flatMap(Inbox, ({ open }) => open)
  const stopping = yield* Latch.make()
  // What ends after the responses is opened before the server, too.
  const graceOver = Fiber.await(yield* Effect.forkScoped(Effect.andThen(stopping.await, Effect.sleep(grace))))
  const afterResponses = yield* Scope.fork(yield* Effect.scope)
  const node = createServer({ keepAliveTimeout: Duration.toMillis(IDLE) })
  const server = yield* Layer.build(
    NodeHttpServer.layer(() => node, { host, port, gracefulShutdownTimeout: grace })
  ).pipe(Effect.mapError(cannotListen(options)))
  return yield* Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const at = servedAt({ host, port: "port" in address ? address.port : port, url: options.url })
    const ownServices = Context.make(ServedAt, at).pipe(Context.add(Stopping, { begins: stopping.await }))
    yield* Effect.provideContext(Effect.flatMap(app, HttpServer.serveEffect()), ownServices)
    // Without a listener, Node answers requests that ask for another protocol as they are. No route speaks another one,
    // and some clients ask with every request (Java's HttpClient: `Upgrade: h2c`).
    node.removeAllListeners("upgrade")
    const fronts = Effect.all([listener, Scope.provide(mcp, afterResponses)])
    inFront(node, ...(yield* Effect.provideContext(fronts, ownServices)))
    const endConnections = yield* Effect.cached(Effect.promise(lastResponses(node)))
    // What follows stops first, such as deliveries to agents. No requests are accepted meanwhile.
    yield* Effect.addFinalizer(() => Effect.raceFirst(endConnections, graceOver))
    yield* Effect.flatMap(Inbound, ({ run }) => run(at.url))
    yield* sampleLimitsRegularly
    yield* checkHealthRegularly
    // The last finalizer is the first to run.
    yield* Effect.addFinalizer(() =>
      Effect.andThen(Effect.forkDetach(endConnections, { startImmediately: true }), stopping.open)
    )
    return at
  }).pipe(Effect.provide(server), Effect.provideService(FinishesUntil, Effect.asVoid(graceOver)))
})

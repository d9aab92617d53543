// A browser as the worker sees it, and the worker's start in it.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

import { Browser, type Alarm, type Drawn } from "../browser/Browser.ts"
import type { Notification } from "../browser/notifications.ts"
import { wordsIn, type WorkerWords } from "../locales/worker-words.ts"
import { workerTexts } from "../locales/worker.ts"
import type { RequestName, Requests } from "../messaging/contract.ts"
import type { PageCard } from "../messaging/subject.ts"
import * as worker from "../worker.ts"

export const ANN = "https://network.example/in/ann-lee"

/** What the browser answers, and what the worker has done to it. */
export const browserState = () => ({
  online: true,
  address: ANN as string | undefined,
  draw: { state: "drawn" } as Drawn,
  drawn: [] as Array<PageCard>,
  /** What happens between the preview of a step and its run. */
  beforeRun: Effect.void as Effect.Effect<unknown>,
  /** How often a page's card was removed. */
  erased: 0,
  /** How often the cards of all pages were removed. */
  erasedAll: 0,
  /** Whose links the menu offers to show. */
  linkSites: [] as ReadonlyArray<string>,
  lines: [] as ReadonlyArray<string>,
  repositoryHosts: [] as ReadonlyArray<string>,
  /** Whether the panel is open beside the page. */
  panelBeside: false,
  /** The toolbar button's mark. */
  mark: "",
  onMark: (): void => undefined,
  /** The interval at which the alarm wakes the worker. */
  wakeSeconds: undefined as number | undefined,
  /** The worker's own texts; `undefined` if their file cannot be read. */
  words: wordsIn("en", workerTexts.en) as WorkerWords | undefined,
  mayNotify: true,
  notified: [] as Array<Notification>
})

/** @param alarm whose interval the state has */
export const browserLayer = (
  state: ReturnType<typeof browserState>,
  { alarm: name, mayReach }: { readonly alarm: Alarm; readonly mayReach: (origin: string) => boolean }
) =>
  Layer.succeed(Browser, {
    online: Effect.sync(() => state.online),
    mayReach: (origin) => Effect.sync(() => mayReach(origin)),
    addressOf: () => Effect.sync(() => state.address),
    prepare: () => Effect.void,
    draw: (_tab, _address, card) =>
      Effect.sync(() => {
        const { draw } = state
        if (draw.state === "drawn") state.drawn.push(card)
        return draw
      }),
    erase: () => Effect.sync(() => void (state.erased += 1)),
    eraseAll: Effect.sync(() => void (state.erasedAll += 1)),
    offerLinksTo: (sites) => Effect.sync(() => void (state.linkSites = sites)),
    putLine: () => Effect.succeed(true),
    keepLines: (origins) => Effect.sync(() => void (state.lines = origins)),
    offerRepositoriesOf: (hosts) => Effect.sync(() => void (state.repositoryHosts = hosts)),
    isPanelBeside: () => Effect.sync(() => state.panelBeside),
    session: Effect.succeed("session-1"),
    language: Effect.succeed("en" as const),
    words: Effect.sync(() => state.words),
    mark: ({ text }) =>
      Effect.sync(() => {
        state.mark = text
        state.onMark()
      }),
    wakeEvery: (seconds, alarm) => Effect.sync(() => void (alarm === name && (state.wakeSeconds = seconds))),
    mayNotify: Effect.sync(() => state.mayNotify),
    notify: (notification) => Effect.sync(() => void state.notified.push(notification)),
    awake: (effect) =>
      Effect.andThen(
        Effect.suspend(() => state.beforeRun),
        effect
      )
  })

/** Waits for the toolbar button's mark, which a worker draws a moment after its start. */
export const markIs = (state: ReturnType<typeof browserState>, text: string) =>
  Effect.callback<void>((resume) => {
    state.onMark = () => {
      if (state.mark === text) resume(Effect.void)
    }
    state.onMark()
  })

/** Starts a new worker, which lives until it is stopped. */
export const startWorker = (layer: () => Layer.Layer<Effect.Services<typeof worker.start>>, alarm: Alarm) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(layer(), scope)
    const { answer, onAlarm, lineOf } = yield* Effect.provideContext(worker.start, context)
    const ask = <N extends RequestName>(inlay: N, input: Requests[N]["input"]) =>
      Effect.flatMap(Effect.provideContext(answer({ inlay, input }), context), (reply) =>
        reply.ok ? Effect.succeed(reply.output as Requests[N]["output"]) : Effect.fail(reply.error)
      )
    return {
      ask,
      stop: Scope.close(scope, Exit.void),
      line: Effect.provideContext(lineOf(1), context),
      alarm: Effect.provideContext(onAlarm(alarm), context)
    }
  })

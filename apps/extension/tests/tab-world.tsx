// Simulates one tab, for tests of what may happen in between: a page that navigates, a popup that is clicked, a worker
// that dies, a browser that injects late, a provider that answers on request. Popup, messages, worker, spending and
// card are the real ones; only the browser, the network and the clock are simulated.
import type { Account } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Audit } from "@inlay/agent-plugin/Audit"
import { Runner } from "@inlay/agent-plugin/Runner"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import { Spend } from "@inlay/core-http/Spend"
import { Transport, type TransportRequest, type TransportResponse } from "@inlay/core-http/Transport"
import * as TrustedClock from "@inlay/core-http/TrustedClock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { render } from "preact"
import { vi } from "vitest"

import { Browser } from "../browser/Browser.ts"
import { section } from "../features/enrich/feature.ts"
import { targetOf } from "../features/enrich/subject/target.ts"
import * as enrich from "../features/enrich/worker.ts"
import * as lookup from "../features/enrich/worker/lookup.ts"
import * as preview from "../features/enrich/worker/preview.ts"
import { makeUnderWay } from "../features/enrich/worker/under-way.ts"
import { Sections } from "../features/sections.tsx"
import { ask } from "../messaging/client.ts"
import { inputs } from "../messaging/requests.ts"
import { route, type Handlers } from "../messaging/router.ts"
import type { PageCard } from "../messaging/subject.ts"
import { plugins } from "../plugins.gen.ts"
import * as byAccount from "../providers/by-account.ts"
import * as ConnectedAccounts from "../providers/ConnectedAccounts.ts"
import { Vault } from "../vault/accounts.ts"
import { Preferences } from "../vault/preferences.ts"
import { draw, standInPage } from "./english-card.ts"
import { noHub } from "./no-hub.ts"

const SITE = "https://www.linkedin.com"
const TAB = 1
/** Long enough for both polls: the card looks every 250 ms, the popup every 500 ms. */
const WHILE_MILLIS = 600

const account: Account = {
  plugin: "salesdata",
  name: "default",
  kind: "api_key",
  settings: { base_url: "https://api.provider.example/v1" },
  secrets: { api_key: Redacted.make("key") },
  revision: "1",
  readOnly: false
}

const clock = Layer.effect(
  TrustedClock.TrustedClock,
  TrustedClock.make({ lastGoodMillis: undefined, stepped: () => Effect.void })
)

const vault = Layer.mock(Vault, {
  list: Effect.succeed([{ plugin: "salesdata", name: "default", readable: account }]),
  chosen: () => Effect.succeed("default"),
  find: () => Effect.succeed(account),
  isThere: () => Effect.succeed(true)
})

const preferences = Layer.mock(Preferences, { showInPage: Effect.succeed(true) })

/** The subject of an address: `person ann`. */
const whoseAt = (address: string): string | undefined => {
  const subject = targetOf(address, ["linkedin.com"])?.subject
  return subject && `${subject.kind} ${subject.name}`
}

/** Holds values until they are released, oldest first. */
const gate = <A,>() => {
  const waiting: Array<{ readonly of: A; readonly open: () => void }> = []
  return {
    waiting,
    pass: (of: A) => new Promise<void>((open) => void waiting.push({ of, open })),
    open: (at: number) => waiting.splice(at % Math.max(waiting.length, 1), 1)[0]?.open()
  }
}

/** The subject of a request, in the same words. */
const whoseIn = ({ body }: TransportRequest): string => {
  const { profilenet_url = "" } = JSON.parse(body ?? "{}") as Record<string, string>
  return whoseAt(profilenet_url) ?? "nobody"
}

const answerFor = (request: TransportRequest): TransportResponse => {
  const name = whoseIn(request)
  const record = name.startsWith("person") ? { person: { full_name: name } } : { company: { name } }
  return { status: 200, headers: {}, text: JSON.stringify(record) }
}

/** Requests that no popup in these tests sends. */
const noHandlers = Object.fromEntries(
  Object.keys(inputs).map((name) => [name, () => Effect.die(`no popup asks for ${name}`)])
) as unknown as Handlers

/** @param deaf whether the page suppresses navigation events, so that only polling notices where it is */
export const tabWorld = (deaf: boolean) => {
  const purchases: Array<string> = []
  /** People for whom the user has pressed the button that pays. */
  const agreements = new Set<string>()
  /** Where cards were drawn: each card's subject, and the page's subject at that moment. */
  const drawings: Array<{ readonly of: string; readonly at: string | undefined }> = []
  const answers = gate<TransportRequest>()
  const injections = gate<unknown>()
  const roots = new WeakMap<Element, ShadowRoot>()

  // The page.
  const history: Array<string> = [`${SITE}/in/ann`]
  let entry = 0
  let address = history[0]
  const navigation = new EventTarget()
  if (deaf) navigation.addEventListener("currententrychange", (event) => event.stopImmediatePropagation())
  const arrive = (): void => {
    window.history.replaceState(null, "", history[entry])
    navigation.dispatchEvent(new Event("currententrychange"))
  }
  location.href = history[0] ?? ""
  const attach = Reflect.get(Element.prototype, "attachShadow")
  const attaching = vi.spyOn(Element.prototype, "attachShadow").mockImplementation(function (this: Element, init) {
    const root: ShadowRoot = Reflect.apply(attach, this, [init])
    roots.set(this, root)
    return root
  })
  const drawing = (data: PageCard | null): ReturnType<typeof draw> => {
    const drawn = draw(data)
    if (drawn && data !== null)
      drawings.push({ of: `${data.subject.kind} ${data.subject.name}`, at: whoseAt(location.href) })
    return drawn
  }

  // The network, and the worker over it.
  const transport = Layer.succeed(Transport, {
    send: (request) =>
      Effect.promise(() => {
        purchases.push(whoseIn(request))
        return answers.pass(request)
      }).pipe(Effect.as(answerFor(request)))
  })
  // What is on disk outlives a worker.
  const disk = Layer.mergeAll(
    Layer.succeed(Ledger.Ledger, Effect.runSync(Effect.provide(Ledger.Ledger, Ledger.layerMemory))),
    Layer.succeed(
      LookupCache.LookupCache,
      Effect.runSync(Effect.provide(LookupCache.LookupCache, LookupCache.layerMemory))
    )
  )
  const layer = ConnectedAccounts.layer.pipe(
    Layer.provideMerge(byAccount.layer(plugins)),
    Layer.provideMerge(noHub),
    Layer.provide(Runner.layer(plugins)),
    Layer.provide(Audit.layerNone),
    Layer.provide(Accounts.layer(() => [account])),
    Layer.provide(clock),
    Layer.provideMerge(Spend.layer("session")),
    Layer.provideMerge(Layer.mergeAll(disk, Browser.layer(Promise.resolve("session")), vault, preferences, transport))
  )
  const start = () => {
    const runtime = ManagedRuntime.make(layer)
    const handlers = runtime.runPromise(
      Effect.gen(function* () {
        const underWay = makeUnderWay()
        const workerHandlers: Handlers = {
          ...noHandlers,
          ...(yield* preview.make(underWay)),
          ...(yield* enrich.make(yield* lookup.make(underWay), Effect.void)),
          // There is no company and no note beside a result here.
          employer: () => Effect.succeed({ state: "none" as const }),
          note: () => Effect.succeed({ text: "" })
        }
        return workerHandlers
      })
    )
    let end = (): void => undefined
    const ending = new Promise<undefined>((resolve) => (end = () => resolve(undefined)))
    return {
      ask: (message: unknown) =>
        Promise.race([
          ending,
          handlers.then((workerHandlers) => runtime.runPromise(route(workerHandlers, message))).catch(() => undefined)
        ]),
      stop: () => {
        end()
        void runtime.dispose().catch(() => undefined)
      }
    }
  }
  let worker: ReturnType<typeof start> | undefined

  // The browser between them.
  vi.stubGlobal("navigation", navigation)
  standInPage()
  vi.stubGlobal("chrome", {
    runtime: {
      ...chrome.runtime,
      getPlatformInfo: () => undefined,
      sendMessage: (message: unknown) => {
        worker ??= start()
        return worker.ask(message)
      }
    },
    tabs: { get: async () => ({ url: address }) },
    permissions: { contains: async () => true },
    scripting: {
      executeScript: async (injection: { readonly func?: (...args: ReadonlyArray<unknown>) => unknown; args?: [] }) => {
        await injections.pass(injection)
        if (injection.func !== undefined) return [{ result: await injection.func(...(injection.args ?? [])) }]
        if (!Object.hasOwn(globalThis, "inlayCard")) globalThis.inlayCard = async (data) => drawing(data)
        return [{}]
      }
    }
  })

  // The user.
  const popup = document.body.appendChild(document.createElement("div"))
  const close = (): void => render(null, popup)
  const primary = () => popup.querySelector<HTMLButtonElement>("button.primary:not([aria-disabled])")

  const cards = (): ReadonlyArray<string> =>
    [...document.documentElement.children].flatMap((host) => {
      const name = roots.get(host)?.querySelector("h2")?.getAttribute("data-text")
      return name == null ? [] : [name]
    })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn++) {
      // Keys are hashed in other threads. Waiting for a hash gives theirs the time that they need.
      if (turn % 3 === 0) await crypto.subtle.digest("SHA-256", new Uint8Array(1))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await vi.dynamicImportSettled()
  }

  return {
    bought: purchases,
    agreed: agreements,
    drawings,
    cards,
    settle,
    /** The subject of the page. */
    here: () => whoseAt(location.href),
    navigate: (path: string, replace: boolean): void => {
      if (!replace) entry += 1
      history.splice(entry, history.length, SITE + path)
      arrive()
    },
    go: (delta: -1 | 1): void => {
      entry = Math.min(Math.max(entry + delta, 0), history.length - 1)
      arrive()
    },
    /** Reloads the document, so that everything injected into the old one is gone. */
    reload: (): void => {
      for (const host of document.documentElement.querySelectorAll(":scope > div")) host.remove()
      Reflect.deleteProperty(globalThis, "inlayCard")
    },
    /** The browser learns of the page's address a little later. */
    tell: (): void => void (address = location.href),
    toolbar: (): void => {
      close()
      const tab = { address: location.href, tabId: TAB, send: ask }
      render(<Sections of={{ enrich: section }} tab={tab} onSettings={() => undefined} />, popup)
    },
    press: (): void => {
      const [, kind, name] = /^(\w+) · (.+)$/.exec(popup.querySelector(".head-sub")?.textContent ?? "") ?? []
      const button = primary()
      if (button !== null && kind !== undefined) agreements.add(`${kind.toLowerCase()} ${name}`)
      button?.click()
    },
    close,
    answer: answers.open,
    inject: () => injections.open(0),
    die: (): void => {
      worker?.stop()
      worker = undefined
      answers.waiting.length = 0
    },
    pass: () => vi.advanceTimersByTimeAsync(WHILE_MILLIS),
    /** Releases everything that still waits. */
    finish: async (): Promise<void> => {
      while (answers.waiting.length + injections.waiting.length > 0) {
        answers.open(0)
        injections.open(0)
        await settle()
      }
    },
    end: (): void => {
      close()
      worker?.stop()
      draw(null)
      popup.remove()
      navigation.dispatchEvent(new Event("currententrychange"))
      for (const host of document.documentElement.querySelectorAll(":scope > div")) host.remove()
      Reflect.deleteProperty(globalThis, "inlayCard")
      attaching.mockRestore()
    }
  }
}

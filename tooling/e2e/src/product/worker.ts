/** Sends requests to the extension's worker like its own pages, and reads and blocks its stores. */
import type { ExtensionBrowser, Page } from "@inlay/browser"

/** The part of a reply that these tests read. */
export interface Reply {
  readonly state: string
  readonly error?: { readonly reason: string; readonly guard?: string; readonly charged?: string }
  readonly charged?: number | "unknown"
  /** The subject of a preview or an outcome. */
  readonly subject?: { readonly key: string }
  readonly price?: { readonly spentToday: number }
}

/** A row as the extension reads it while no lookup is under way: one that is still open was lost with its worker. */
export interface LedgerRow {
  readonly id: string
  readonly keys: ReadonlyArray<string>
  readonly estimate: number | null
  readonly charged: number | null
  readonly state: "settled" | "unknown" | "confirmed"
  readonly atMillis: number
}

export interface WorkerClient {
  /** Sends a request like an own page; `stopped` if the worker ended before it answered or could not handle it. */
  readonly ask: (name: string, input: object) => Promise<Reply | "stopped">
  /** The tab of a page, found by its address. */
  readonly tabOf: (page: Page) => Promise<number>
  readonly rows: () => Promise<ReadonlyArray<LedgerRow>>
  /** How many answers are stored: one for each identifier. */
  readonly keptAnswers: () => Promise<number>
  /** Blocks a store, so that the worker cannot write to it, until the returned function is called. */
  readonly hold: (store: "ledger" | "answers") => Promise<() => Promise<void>>
}

/** Reads every row of a store. */
const read = (page: Page, store: string): Promise<ReadonlyArray<unknown>> =>
  page.evaluate(
    (name) =>
      new Promise<ReadonlyArray<unknown>>((resolve, reject) => {
        const request = indexedDB.open("inlay")
        request.addEventListener("error", () => reject(request.error ?? new Error("the database does not open")))
        request.addEventListener("success", () => {
          const all = request.result.transaction(name).objectStore(name).getAll()
          all.addEventListener("success", () => {
            request.result.close()
            resolve(all.result)
          })
        })
      }),
    store
  )

/** A transaction with a request pending at all times stays open until it is released. */
const hold = async (page: Page, store: string): Promise<() => Promise<void>> => {
  const handle = await page.evaluateHandle(
    (name) =>
      new Promise<{ release: () => void; readonly ended: Promise<void> }>((resolve) => {
        const request = indexedDB.open("inlay")
        request.addEventListener("success", () => {
          const transaction = request.result.transaction(name, "readwrite")
          let held = true
          const completion = new Promise<void>((end) => transaction.addEventListener("complete", () => end()))
          const again = () => {
            resolve({ release: () => (held = false), ended: completion })
            if (held) transaction.objectStore(name).count().addEventListener("success", again)
            else request.result.close()
          }
          transaction.objectStore(name).count().addEventListener("success", again)
        })
      }),
    store
  )
  return () =>
    handle.evaluate((lock) => {
      lock.release()
      return lock.ended
    })
}

/** Opens addresses in background tabs, all at once. Returns their ids once they are loaded. */
export const openTabs = async (page: Page, urls: ReadonlyArray<string>): Promise<ReadonlyArray<number>> =>
  (await page.evaluate(`(async () => {
    const opened = await Promise.all(${JSON.stringify(urls)}.map((url) => chrome.tabs.create({ url, active: false })))
    for (;;) {
      const tabs = await Promise.all(opened.map(({ id }) => chrome.tabs.get(id)))
      if (tabs.every(({ status, url }) => status === "complete" && url !== "")) return tabs.map(({ id }) => id)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  })()`)) as ReadonlyArray<number>

/** The account of these tests, as requests name it. */
export const ACCOUNT = { plugin: "salesdata", account: "default" }

/** Sends from a page of the extension that stays open. */
export const workerClient = async (extension: ExtensionBrowser): Promise<WorkerClient> => {
  const page = await extension.openExtensionPage("options.html")
  return {
    // As text, because these tests have no types for the browser's extension API.
    ask: async (name, input) => {
      const message = JSON.stringify({ inlay: name, input })
      const reply = (await page.evaluate(`chrome.runtime.sendMessage(${message}).catch(() => undefined)`)) as
        | { readonly ok: true; readonly output: Reply }
        | { readonly ok: false }
        | undefined
      return reply?.ok === true ? reply.output : "stopped"
    },
    tabOf: async (other) => {
      const tabs = (await page.evaluate("chrome.tabs.query({})")) as ReadonlyArray<{ id: number; url?: string }>
      const tab = tabs.find(({ url }) => url === other.url())
      if (tab === undefined) throw new Error(`No tab shows ${other.url()}`)
      return tab.id
    },
    rows: async () =>
      ((await read(page, "ledger")) as ReadonlyArray<Omit<LedgerRow, "state"> & { readonly state: string }>).map(
        (row) => ({ ...row, state: row.state === "open" ? "unknown" : (row.state as LedgerRow["state"]) })
      ),
    keptAnswers: async () => (await read(page, "answers")).length,
    hold: (store) => hold(page, store)
  }
}

/** The page of one subject, and the popup's requests about it. */
export interface Lookup {
  readonly page: Page
  readonly preview: () => Promise<Reply | "stopped">
  readonly enrich: (consent: "charge" | "chargeAgain") => Promise<Reply | "stopped">
}

/** Opens the page and requests a preview like the popup. */
export const lookupOf = async (extension: ExtensionBrowser, worker: WorkerClient, url: string): Promise<Lookup> => {
  const page = await extension.openPage(url)
  const tabId = await worker.tabOf(page)
  const preview = () => worker.ask("preview", { tabId, account: null })
  const previewResult = await preview()
  const subject = previewResult === "stopped" ? "" : (previewResult.subject?.key ?? "")
  // If the page ended with its browser, it got no answer either.
  const enrich: Lookup["enrich"] = (consent) =>
    worker
      .ask("enrich", { ...ACCOUNT, tabId, subject, consent, upTo: 2, place: "page" })
      .catch(() => "stopped" as const)
  return { page, preview, enrich }
}

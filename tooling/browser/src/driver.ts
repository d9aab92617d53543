// The actions of a test in a browser with an extension: open pages, click the toolbar button, stop the worker.

import type { Browser, Page, Target, WebWorker } from "puppeteer-core"

export interface ExtensionBrowser {
  readonly browser: Browser
  readonly extensionId: string
  readonly profileDir: string
  /** Opens a tab at the address and waits until it is loaded. */
  openPage(url: string): Promise<Page>
  /** Opens a page of the extension, such as `options.html`, in a tab. */
  openExtensionPage(path: string): Promise<Page>
  /**
   * Clicks the toolbar button for real while `page` is the active tab, which grants the extension activeTab for it.
   * Returns the popup once it is loaded. As for a user, another click, another tab or `bringToFront` closes it.
   */
  clickToolbar(page: Page): Promise<Page>
  /** The running worker. Waits for one that is starting. It does not start a stopped worker; the next event does. */
  serviceWorker(): Promise<WebWorker>
  /** Stops the worker as the browser may at any time: no event fires in it, and its memory is lost. */
  stopServiceWorker(): Promise<void>
  /** Ends the browser after it has written its profile. A temporary profile is removed. */
  close(): Promise<void>
}

const popupTimeoutMillis = 5_000
const workerTimeoutMillis = 10_000
const closeAgainMillis = 100

type Base = Pick<ExtensionBrowser, "browser" | "extensionId" | "profileDir" | "close">

export const driverOf = ({ browser, extensionId, profileDir, close }: Base): ExtensionBrowser => {
  const root = `chrome-extension://${extensionId}/`
  const isWorker = (target: Target): boolean => target.type() === "service_worker" && target.url().startsWith(root)

  const openPage = async (url: string): Promise<Page> => {
    const page = await browser.newPage()
    await page.goto(url)
    return page
  }

  /** Opens the page directly: an empty tab that then navigates would have a process of its own. */
  const openExtensionPage = async (path: string): Promise<Page> => {
    const { href } = new URL(path.replace(/^\//, ""), root)
    const before = new Set(browser.targets())
    const session = await browser.target().createCDPSession()
    const [target] = await Promise.all([
      browser.waitForTarget((one) => !before.has(one) && one.url() === href),
      session.send("Target.createTarget", { url: href })
    ])
    await session.detach()
    const page = await target.asPage()
    await page.waitForFunction(`location.href === ${JSON.stringify(href)} && document.readyState === "complete"`)
    return page
  }

  const clickToolbar = async (page: Page): Promise<Page> => {
    const extension = (await browser.extensions()).get(extensionId)
    if (extension === undefined) throw new Error(`The extension ${extensionId} is not loaded.`)
    await page.bringToFront()
    const before = new Set(browser.targets())
    const isPopup = (target: Target): boolean =>
      !before.has(target) && target.type() === "page" && target.url().startsWith(root)
    const [target] = await Promise.all([
      browser.waitForTarget(isPopup, { timeout: popupTimeoutMillis }),
      extension.triggerAction(page)
    ]).catch((cause: unknown) => {
      throw new Error(
        "The toolbar click did not open a popup. Does the action have a popup, and is it enabled on this page?",
        { cause }
      )
    })
    const popup = await target.asPage()
    await popup.waitForFunction("document.readyState === 'complete'", { timeout: popupTimeoutMillis })
    return popup
  }

  /** The last one: after an update, the browser still lists the previous worker, which does not answer. */
  const newestWorker = (): Target | undefined => browser.targets().findLast(isWorker)

  const serviceWorker = async (): Promise<WebWorker> => {
    const target = newestWorker() ?? (await browser.waitForTarget(isWorker, { timeout: workerTimeoutMillis }))
    const worker = await target.worker()
    if (worker === null) throw new Error("The service worker stopped before it could be reached.")
    return worker
  }

  const stopServiceWorker = async (): Promise<void> => {
    const target = newestWorker()
    if (target === undefined) return
    const closing = new Promise<void>((resolve) => {
      const listen = (destroyed: Target): void => {
        if (destroyed !== target) return
        browser.off("targetdestroyed", listen)
        resolve()
      }
      browser.on("targetdestroyed", listen)
    })
    // Refused if the worker has just ended by itself, of which the browser still has to tell. Forgotten by the browser if
    // the worker is still starting: it would go on for another 30 seconds, so it is asked again. The session of the first
    // close has ended, so the second one is always refused at its end.
    const askToClose = () => {
      const asking = target.worker().then((worker) => worker?.close())
      asking.catch(() => {})
    }
    askToClose()
    const again = setInterval(askToClose, closeAgainMillis)
    await closing.finally(() => clearInterval(again))
  }

  return {
    browser,
    extensionId,
    profileDir,
    openPage,
    openExtensionPage,
    clickToolbar,
    serviceWorker,
    stopServiceWorker,
    close
  }
}

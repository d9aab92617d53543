/** The network gone, as the extension's worker and its popup see it. */
import type { ExtensionBrowser } from "@inlay/browser"

/** Takes the worker offline: its requests fail and `navigator.onLine` says so. Gives the way back. */
export const setOffline = async (extension: ExtensionBrowser): Promise<() => Promise<void>> => {
  const worker = await extension.serviceWorker()
  const set = (offline: boolean) =>
    worker.client.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1
    })
  await worker.client.send("Network.enable")
  await set(true)
  return () => set(false)
}

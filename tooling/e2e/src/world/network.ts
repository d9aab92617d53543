/** Simulates loss of the network for the extension's worker and popup. */
import type { ExtensionBrowser } from "@inlay/browser"

/**
 * Takes the worker offline: its requests fail and `navigator.onLine` is false. Returns a function that goes back
 * online.
 */
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

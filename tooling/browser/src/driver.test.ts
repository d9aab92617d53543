import { EventEmitter } from "node:events"

import { expect, test } from "vitest"

import { driverOf } from "./driver.ts"

test("a worker that ends by itself while it is to be stopped has been stopped", async () => {
  // Chromium's answer between the end of a worker and the report of it.
  const target = {
    type: () => "service_worker",
    url: () => "chrome-extension://abc/background.js",
    worker: () => Promise.reject(new Error("Protocol error (Target.attachToTarget): No target with given id found"))
  }
  const browser = Object.assign(new EventEmitter(), { targets: () => [target] })
  const driver = driverOf({ browser: browser as never, extensionId: "abc", profileDir: "", close: async () => {} })
  let isStopped = false
  const stopping = driver.stopServiceWorker().then(() => (isStopped = true))
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isStopped).toBe(false)
  browser.emit("targetdestroyed", target)
  await stopping
})

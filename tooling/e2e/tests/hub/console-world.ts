/** What the console's tests share: a hub without accounts, and the services of a sandbox that it can be connected to. */
import { afterAll, beforeAll } from "vitest"

import { startHub, type Hub } from "../../src/product/hub.ts"
import { useScene, type Scene } from "../scene.ts"

export interface ConsoleWorld {
  readonly scene: () => Scene
  readonly hub: () => Hub
  /** Calls an action of a service's control API. */
  readonly control: (plugin: string, path: string, body: object) => Promise<void>
  /** A variable that connects an account to a service, without its prefix. */
  readonly envOf: (plugin: string, name: string) => string
}

export const useConsole = (): ConsoleWorld => {
  const scene = useScene({}, false)
  let hub: Hub | undefined
  beforeAll(async () => {
    hub = await startHub({}, ["--agent-registration"])
  })
  afterAll(() => hub?.close())
  return {
    scene,
    hub: () => {
      if (hub === undefined) throw new Error("the hub has not started yet")
      return hub
    },
    control: async (plugin, path, body) => {
      const base = scene().sandbox.plugins[plugin]?.control ?? ""
      const response = await fetch(base + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    },
    envOf: (plugin, name) => scene().sandbox.plugins[plugin]?.env[`INLAY_${plugin.toUpperCase()}_${name}`] ?? ""
  }
}

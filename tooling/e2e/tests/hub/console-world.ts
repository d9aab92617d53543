/** What the console's tests share: a hub without accounts, and the services of a sandbox that it can be connected to. */
import { afterAll, beforeAll } from "vitest"

import { startHub, type Hub } from "../../src/product/hub.ts"
import { callControl } from "../../src/world/control-api.ts"
import { useScene, type Scene } from "../scene.ts"

export interface ConsoleWorld {
  readonly scene: () => Scene
  readonly hub: () => Hub
  /** Calls the control API of a service. */
  readonly control: <A>(plugin: string, path: string, body?: object) => Promise<A>
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
    control: (plugin, path, body) => callControl(scene().sandbox, plugin, path, body),
    envOf: (plugin, name) => scene().sandbox.plugins[plugin]?.env[`INLAY_${plugin.toUpperCase()}_${name}`] ?? ""
  }
}

/**
 * Stubs of the services that `effect/cli` requires. No command prompts, starts a process or validates a path through
 * them, so the real ones are not loaded.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { ChildProcessSpawner, make as makeSpawner } from "effect/process/ChildProcessSpawner"
import * as Stdio from "effect/Stdio"
import * as Terminal from "effect/Terminal"

const unusedService = Effect.die("the command line neither prompts nor starts processes")

export const unusedServices = Layer.mergeAll(
  FileSystem.layerNoop({}),
  Path.layer,
  Stdio.layerTest({}),
  Layer.succeed(
    ChildProcessSpawner,
    makeSpawner(() => unusedService)
  ),
  Layer.succeed(
    Terminal.Terminal,
    Terminal.make({
      columns: unusedService,
      rows: unusedService,
      size: unusedService,
      readInput: unusedService,
      readLine: unusedService,
      display: () => unusedService
    })
  )
)

/** The stores in a database, opened by a test and closed when it ends. */
import * as ManagedRuntime from "effect/ManagedRuntime"
import { onTestFinished } from "vitest"

import { storesAt } from "../places.ts"
import { temporaryDirectories } from "../temporary.ts"

/** Call it at the top level of a test file. Each call of its result opens the stores anew. */
export const storesOpener = () => {
  const directory = temporaryDirectories()
  return (url: string) => {
    const runtime = ManagedRuntime.make(storesAt({ directory: directory(), url }))
    onTestFinished(() => runtime.dispose())
    return runtime
  }
}

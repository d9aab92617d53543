/**
 * Effect's scheduler for a browser. In a browser Effect waits for a timer before it starts a fiber, which takes about a
 * millisecond, and four once timers are nested. A posted message takes a tenth of one, and lets events in between just
 * as well. https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers
 */
import type { Scheduler } from "effect/Scheduler"

export const makeScheduler = (): Scheduler => {
  const tasks: Array<() => void> = []
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener("message", () => tasks.shift()?.())
  port1.start()
  const dispatcher = {
    scheduleTask: (task: () => void) => {
      tasks.push(task)
      port2.postMessage(null)
    },
    // Only `runSync` calls it, which has a scheduler of its own.
    flush: () => {}
  }
  return {
    executionMode: "async",
    shouldYield: (fiber) => fiber.currentOpCount >= fiber.cache.maxOpsBeforeYield,
    makeDispatcher: () => dispatcher
  }
}

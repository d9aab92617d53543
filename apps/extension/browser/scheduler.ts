/**
 * Effect's scheduler for a browser. In a browser Effect waits for a timer before it starts a fiber, which takes about a
 * millisecond, and four once timers are nested. A posted message takes a tenth of one, and lets events in between just
 * as well. https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers
 */
import * as Scheduler from "effect/Scheduler"

export const makeScheduler = (): Scheduler.Scheduler => {
  const tasks: Array<() => void> = []
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener("message", () => tasks.shift()?.())
  port1.start()
  return new Scheduler.MixedScheduler("async", (task) => {
    tasks.push(task)
    port2.postMessage(null)
    return () => {
      const at = tasks.indexOf(task)
      // Its message arrives all the same.
      if (at >= 0) tasks[at] = () => {}
    }
  })
}

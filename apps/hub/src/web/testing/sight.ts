/** A stand-in for the browser's `IntersectionObserver`: elements are in sight from the start, or once a test says so. */
import { vi } from "vitest"

/** Returns what brings all elements into sight that are watched by then. */
export const sight = (isAtOnce = true): (() => void) => {
  const watched = new Map<Element, () => void>()
  class Observer {
    readonly elements = new Set<Element>()
    readonly act: (entries: ReadonlyArray<{ readonly isIntersecting: boolean }>) => void
    constructor(act: Observer["act"]) {
      this.act = act
    }
    observe(element: Element) {
      this.elements.add(element)
      const see = () => this.act([{ isIntersecting: true }])
      if (isAtOnce) queueMicrotask(see)
      else watched.set(element, see)
    }
    disconnect() {
      for (const element of this.elements) watched.delete(element)
    }
  }
  vi.stubGlobal("IntersectionObserver", Observer)
  return () => {
    for (const see of watched.values()) see()
  }
}

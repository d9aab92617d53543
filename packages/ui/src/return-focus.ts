/**
 * Keeps the focus near where it was if what has it goes away. It is given to the element that had it before, to the one
 * drawn in its place, or to what was around it, and never taken from an element that has it by then.
 */
import type { RefObject } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"

interface Place {
  readonly element: HTMLElement
  readonly name: string
  /** From the inside out, without the page's root: there, the page has nothing left of what had the focus. */
  readonly around: ReadonlyArray<HTMLElement>
}

const nameOf = (element: Element): string => element.getAttribute("aria-label") ?? element.textContent ?? ""

const isRoot = (element: Element): boolean =>
  element === document.body || element.parentElement === document.body || element.parentElement === null

const around = (element: HTMLElement): ReadonlyArray<HTMLElement> => {
  const { parentElement: parent } = element
  return parent === null || isRoot(parent) ? [] : [parent, ...around(parent)]
}

const placeOf = (element: Element | null): Place | undefined =>
  element instanceof HTMLElement && element !== document.body
    ? { element, name: nameOf(element), around: around(element) }
    : undefined

/** Nothing has the focus. */
const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

const targetOf = (place: Place): HTMLElement | undefined => {
  if (place.element.isConnected) return place.element
  const nearest = place.around.find(({ isConnected }) => isConnected)
  const replacement = [...(nearest?.querySelectorAll("button") ?? [])].find((button) => nameOf(button) === place.name)
  // What is no control takes the focus only from here, not with the Tab key.
  if (replacement === undefined && nearest?.hasAttribute("tabindex") === false) nearest.tabIndex = -1
  return replacement ?? nearest
}

const giveBack = (place: Place): void => (isLost() ? targetOf(place)?.focus() : undefined)

/**
 * Where the focus is, or was until its element went away; the button that was clicked last, which not every browser
 * gives the focus. Nowhere if the user has clicked on nothing that takes it.
 */
let last: Place | undefined
const remember = (element: Element | null): void => {
  last = placeOf(element)
}
document.addEventListener("focusin", () => remember(document.activeElement), true)
document.addEventListener(
  "click",
  ({ target }) => remember((target instanceof Element && target.closest("button")) || document.activeElement),
  true
)
new MutationObserver(() => {
  if (last?.element.isConnected === false) giveBack(last)
}).observe(document, { childList: true, subtree: true })

/** Remembers what has the focus when the component is first drawn, and gives it back when the component is gone. */
export const useReturnFocus = (): void => {
  // A question in the place of the button that asked it is drawn when the button is gone already.
  const [place] = useState(() => placeOf(document.activeElement) ?? last)
  useLayoutEffect(
    () => () => {
      if (place === undefined) return
      last = place
      // After everything else is drawn.
      queueMicrotask(() => {
        giveBack(place)
        if (!isLost()) remember(document.activeElement)
      })
    },
    []
  )
}

/** Whether the focus is in an element that is being replaced. */
let isHandedOn = false

/**
 * If an element replaces one that has the focus inside, its heading takes the focus, unless another part of it already
 * has. For elements of which each is shown in the place of the one before.
 */
export const useInheritedFocus = (whole: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const { current } = whole
    if (isHandedOn && isLost()) heading.current?.focus({ preventScroll: true })
    return () => {
      isHandedOn = current?.contains(document.activeElement) ?? false
      queueMicrotask(() => {
        isHandedOn = false
      })
    }
  }, [])

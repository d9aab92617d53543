/**
 * Gives the focus back after what took it is gone: to the element that had it before, to the one drawn in its place, or
 * to what was around it. Never takes it from an element that has it by then.
 */
import { useLayoutEffect, useState } from "preact/hooks"

interface Place {
  readonly element: HTMLElement
  readonly name: string
  /** From the inside out. */
  readonly around: ReadonlyArray<HTMLElement>
}

const nameOf = (element: Element): string => element.getAttribute("aria-label") ?? element.textContent ?? ""

const around = (element: HTMLElement): ReadonlyArray<HTMLElement> => {
  const { parentElement: parent } = element
  return parent === null || parent === document.body ? [] : [parent, ...around(parent)]
}

const placeOf = (element: Element | null): Place | undefined =>
  element instanceof HTMLElement && element !== document.body
    ? { element, name: nameOf(element), around: around(element) }
    : undefined

/** Nothing has the focus. */
const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** The last button that was clicked. A question in its place is drawn when the button is gone already. */
let lastButton: Place | undefined
document.addEventListener(
  "click",
  ({ target }) => {
    lastButton = target instanceof Element ? placeOf(target.closest("button")) : undefined
  },
  true
)

const targetOf = (place: Place): HTMLElement | undefined => {
  if (place.element.isConnected) return place.element
  const nearest = place.around.find(({ isConnected }) => isConnected)
  const replacement = [...(nearest?.querySelectorAll("button") ?? [])].find((button) => nameOf(button) === place.name)
  // What is no control takes the focus only from here, not with the Tab key.
  if (replacement === undefined && nearest?.hasAttribute("tabindex") === false) nearest.tabIndex = -1
  return replacement ?? nearest
}

const giveBack = (place: Place): void => {
  const target = isLost() ? targetOf(place) : undefined
  if (target === undefined) return
  target.focus()
  if (target !== place.element) return
  // An action may remove its own button once it is done.
  const observer = new MutationObserver(() => {
    if (target.isConnected && document.activeElement === target) return
    observer.disconnect()
    if (!target.isConnected) giveBack(place)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Remembers what has the focus when the component is first drawn, and gives it back when the component is gone. */
export const useReturnFocus = (): void => {
  const [place] = useState(() => placeOf(document.activeElement) ?? lastButton)
  useLayoutEffect(
    () => () => {
      // After everything else is drawn.
      if (place !== undefined) queueMicrotask(() => giveBack(place))
    },
    []
  )
}
